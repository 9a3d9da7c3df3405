package io.twinbus.rehearsal.command;

import picocli.CommandLine.Command;

/** Plays an incident on this machine, and shows what it cost. */
@Command(
    name = "incident",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Play an incident on this machine, and show what it cost.",
      "Starts a local stand-in for two Service Bus regions and the ledger, and receiver processes"
          + " in both regions. Exit code 0 says that the order was kept."
    },
    subcommands = HandlerAwayCommand.class)
public final class IncidentCommand {}
