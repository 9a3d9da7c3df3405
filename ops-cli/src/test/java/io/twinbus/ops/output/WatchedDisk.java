package io.twinbus.ops.output;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The disk of this machine under watch: what was written and not forced to it, what is still open,
 * and what happens when a write takes only a part, or nothing.
 */
public final class WatchedDisk {

  private final FileSystem inner;
  private final Watched system;
  private final Provider provider;
  private int room = Integer.MAX_VALUE;
  private int unforced;
  private int open;

  /** The disk that {@code path} is on. */
  public WatchedDisk(Path path) {
    this.inner = path.getFileSystem();
    this.provider = new Provider();
    this.system = new Watched();
  }

  /** {@code path} as it is seen on this disk. */
  public Path path(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            WatchedDisk.class.getClassLoader(),
            new Class<?>[] {Path.class, Inner.class},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Inner.class) {
                return path;
              }
              if (method.getName().equals("getFileSystem")) {
                return system;
              }
              Object[] plain =
                  arguments == null
                      ? new Object[0]
                      : Arrays.stream(arguments)
                          .map(each -> each instanceof Inner known ? known.inner() : each)
                          .toArray();
              try {
                Object answer = method.invoke(path, plain);
                return answer instanceof Path other ? path(other) : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** From now on it takes {@code bytes} more, in parts of one byte, and then it is full. */
  public void fillAfter(int bytes) {
    room = bytes;
  }

  /** How many bytes a loss of power would take. */
  public int unforced() {
    return unforced;
  }

  /** How many files are open. */
  public int open() {
    return open;
  }

  /** A path that knows what it is for the JDK. */
  private interface Inner {
    Path inner();
  }

  private static Path plain(Path path) {
    return path instanceof Inner known ? known.inner() : path;
  }

  private final class Channel extends FileChannel {

    private final FileChannel file;

    Channel(FileChannel file) {
      this.file = file;
      open++;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      if (room == Integer.MAX_VALUE) {
        int written = file.write(source);
        unforced += written;
        return written;
      }
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      room--;
      unforced++;
      int written = file.write(source.slice().limit(1));
      source.position(source.position() + written);
      return written;
    }

    @Override
    public void force(boolean metaData) throws IOException {
      file.force(metaData);
      unforced = 0;
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
      open--;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return file.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
      return file.read(targets, offset, length);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      file.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      file.truncate(size);
      return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      return file.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return file.lock(position, size, shared);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return file.tryLock(position, size, shared);
    }
  }

  private final class Provider extends FileSystemProvider {

    private final FileSystemProvider files = inner.provider();

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return new Channel(files.newFileChannel(plain(path), options, attributes));
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return files.newByteChannel(plain(path), options, attributes);
    }

    @Override
    public String getScheme() {
      return "watched";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
      return files.newDirectoryStream(plain(directory), filter);
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
      files.createDirectory(plain(directory), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
      files.delete(plain(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
      files.copy(plain(source), plain(target), options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      files.move(plain(source), plain(target), options);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
      return files.isSameFile(plain(path), plain(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
      return files.isHidden(plain(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      return files.getFileStore(plain(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      files.checkAccess(plain(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return files.getFileAttributeView(plain(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      return files.readAttributes(plain(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
        throws IOException {
      return files.readAttributes(plain(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
        throws IOException {
      files.setAttribute(plain(path), attribute, value, options);
    }
  }

  private final class Watched extends FileSystem {

    @Override
    public FileSystemProvider provider() {
      return provider;
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return inner.isOpen();
    }

    @Override
    public boolean isReadOnly() {
      return inner.isReadOnly();
    }

    @Override
    public String getSeparator() {
      return inner.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return inner.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return inner.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return inner.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
      return path(inner.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
      return inner.getPathMatcher(syntaxAndPattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return inner.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
      return inner.newWatchService();
    }
  }
}
