package io.twinbus.ops.cli;

import picocli.CommandLine.IVersionProvider;

/** The version as the build wrote it into the jar. */
final class VersionText implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = VersionText.class.getPackage().getImplementationVersion();
    return new String[] {"twinbus " + (version == null ? "development" : version)};
  }
}
