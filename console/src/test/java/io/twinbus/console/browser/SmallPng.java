package io.twinbus.console.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;

/** A picture of a page with 256 colours: a third of the bytes, and it looks the same. */
final class SmallPng {

  private static final int COLOURS = 256;

  private SmallPng() {}

  static byte[] of(InputStream png) throws IOException {
    BufferedImage whole = ImageIO.read(png);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < whole.getHeight(); y++) {
      for (int x = 0; x < whole.getWidth(); x++) {
        counts.merge(whole.getRGB(x, y) & 0xf8f8f8, 1, Integer::sum);
      }
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .limit(COLOURS)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    byte[] red = new byte[palette.length];
    byte[] green = new byte[palette.length];
    byte[] blue = new byte[palette.length];
    for (int i = 0; i < palette.length; i++) {
      red[i] = (byte) (palette[i] >> 16 | (palette[i] >> 21 & 7));
      green[i] = (byte) (palette[i] >> 8 | (palette[i] >> 13 & 7));
      blue[i] = (byte) (palette[i] | (palette[i] >> 5 & 7));
    }
    BufferedImage small =
        new BufferedImage(
            whole.getWidth(),
            whole.getHeight(),
            BufferedImage.TYPE_BYTE_INDEXED,
            new IndexColorModel(8, palette.length, red, green, blue));
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int y = 0; y < whole.getHeight(); y++) {
      for (int x = 0; x < whole.getWidth(); x++) {
        int colour = whole.getRGB(x, y) & 0xf8f8f8;
        int index = nearest.computeIfAbsent(colour, unknown -> nearest(palette, colour));
        small.getRaster().setSample(x, y, 0, index);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(small, "png", out);
    return out.toByteArray();
  }

  private static int nearest(int[] palette, int colour) {
    int best = 0;
    for (int i = 0; i < palette.length; i++) {
      if (distance(palette[i], colour) < distance(palette[best], colour)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int one, int other) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
