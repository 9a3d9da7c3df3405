package io.twinbus.local.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar that this class stands in, as its manifest says. */
final class JarVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = JarVersion.class.getPackage().getImplementationVersion();
    return new String[] {"twinbus-local " + (version == null ? "from class files" : version)};
  }
}
