package io.twinbus.local.cosmos.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** MurmurHash3 of 128 bits for 64-bit machines, with the seed 0: the hash of partition keys. */
final class MurmurHash {
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK = 16;

  private MurmurHash() {}

  /** The hash, its most significant byte first. */
  static byte[] of128Bits(byte[] data) {
    ByteBuffer blocks = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    long h1 = 0;
    long h2 = 0;
    while (blocks.remaining() >= BLOCK) {
      h1 = mixedIn(h1, scrambled1(blocks.getLong()), 27, h2, 0x52dce729);
      h2 = mixedIn(h2, scrambled2(blocks.getLong()), 31, h1, 0x38495ab5);
    }
    ByteBuffer tail = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN).put(blocks);
    h1 ^= scrambled1(tail.getLong(0));
    h2 ^= scrambled2(tail.getLong(Long.BYTES));
    h1 ^= data.length;
    h2 ^= data.length;
    h1 += h2;
    h2 += h1;
    h1 = finished(h1);
    h2 = finished(h2);
    h1 += h2;
    h2 += h1;
    return ByteBuffer.allocate(BLOCK).putLong(h2).putLong(h1).array();
  }

  private static long mixedIn(long hash, long block, int rotation, long other, long constant) {
    return (Long.rotateLeft(hash ^ block, rotation) + other) * 5 + constant;
  }

  private static long scrambled1(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  private static long scrambled2(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  private static long finished(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
