package io.twinbus.testkit.contract;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.testkit.link.InMemoryRegion;
import io.twinbus.testkit.link.contract.LinkSite;
import io.twinbus.testkit.link.contract.RegionLinkContract;
import java.util.List;
import java.util.Optional;

class InMemoryLinkTest extends RegionLinkContract {

  private final Site site = new Site(new InMemoryRegion(new RegionName("east")));

  @Override
  protected LinkSite site() {
    return site;
  }

  private record Site(InMemoryRegion region) implements LinkSite, LinkSite.Mishaps {

    @Override
    public RegionLink link() {
      return region;
    }

    @Override
    public List<String> taken() {
      return region.taken().stream().map(wire -> wire.message().id().value()).toList();
    }

    @Override
    public Optional<Mishaps> mishaps() {
      return Optional.of(this);
    }

    @Override
    public void regionDown() {
      region.down(true);
    }

    @Override
    public void regionUp() {
      region.down(false);
    }

    @Override
    public void disable() {
      region.disabled(true);
    }

    @Override
    public void enable() {
      region.disabled(false);
    }

    @Override
    public void loseNextReply() {
      region.loseNextReply();
    }

    @Override
    public void putNextOff() {
      region.putNextOff();
    }
  }
}
