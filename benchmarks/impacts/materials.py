"""Materials of the impacts, in kg, m, s."""
import math
from dataclasses import dataclass

# name: E, nu, rho, yield stresses, hardening modulus
METALS = {
    "aluminium": (70e9, 0.33, 2700, (100e6, 300e6), 700e6),
    "steel": (210e9, 0.3, 7850, (250e6, 800e6), 2e9),
    "copper": (120e9, 0.34, 8960, (50e6, 250e6), 600e6),
    "PE": (1e9, 0.42, 950, (15e6, 25e6), 20e6),
}


@dataclass
class Material:
    name: str
    kind: str  # elastic, plastic, rubber
    E: float
    nu: float
    rho: float
    yield_stress: float = 0
    hardening: float = 0
    strain: str = "green-lagrange"

    @property
    def wave_speed(self):
        return math.sqrt(self.E / self.rho)

    @property
    def fastest(self):
        return 10 if self.kind == "rubber" else 50

    def text(self, name):
        lines = ["[[material]]", f'name = "{name}"            # {self.name}, {self.kind}']
        if self.kind == "rubber":
            lines.append('type = "neo-hookean"')
        elif self.kind == "plastic":
            lines.append('type = "plastic"')
        lines += [f"E = {self.E:.4g}", f"nu = {self.nu:g}", f"rho = {self.rho:g}"]
        if self.kind == "plastic":
            lines.append(f"yield_stress = [{self.yield_stress:.4g}, {self.yield_stress + self.hardening:.4g}]")
            lines.append("plastic_strain = [0, 1]")
        return "\n".join(lines) + "\n"


def draw_material(rng):
    kind = rng.choice(["elastic", "elastic", "rubber", "plastic", "plastic"])
    if kind == "rubber":
        modulus = 10 ** rng.uniform(6, 7.3)
        return Material("rubber", "rubber", modulus, rng.choice([0.4, 0.45, 0.48, 0.49]), 1100)
    name = rng.choice(list(METALS))
    E, nu, rho, limits, hardening = METALS[name]
    if kind == "elastic":
        return Material(name, kind, E, nu, rho, strain=rng.choice(["small", "green-lagrange", "logarithmic"]))
    return Material(name, kind, E, nu, rho, rng.uniform(*limits), hardening * rng.choice([0.2, 1, 1]),
                    rng.choice(["logarithmic", "logarithmic", "small"]))
