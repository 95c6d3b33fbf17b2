from dataclasses import dataclass, field


@dataclass
class Pond:
    fish: float = 100.0
    capacity: float = 5000.0
    history: list[float] = field(default_factory=list)

    def step(self, growth: float) -> None:
        self.fish += growth * self.fish * (1 - self.fish / self.capacity)
        self.history.append(round(self.fish, 3))


def simulate(growth: float, steps: int) -> Pond:
    pond = Pond()
    done = 0
    while done < min(steps, 1000):
        pond.step(growth)
        done += 1
    return pond
