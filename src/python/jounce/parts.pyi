# Made by python3 -m jounce._stubs from the schema of decks.
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal

import numpy.typing as npt

from jounce._core import Deck

Number = float | str
"""A number, or an expression of the parameters."""

class Part:
    kind: str
    type: str | None
    is_list: bool
    def table(self) -> dict[str, Any]: ...

def build(
    *parts: Part | Mapping[str, Any] | Sequence[Part | Mapping[str, Any]],
    title: str | None = None,
    parameters: Mapping[str, Number] | None = None,
    set: Mapping[str, Any] | None = None,
    folder: str | PathLike[str] = ".",
) -> Deck: ...

class Units(Part):
    length: Literal['m', 'mm', 'cm', 'dm', 'um', 'nm', 'km', 'in', 'ft'] | None
    mass: Literal['kg', 'g', 'mg', 't', 'kt', 'lb', 'slug'] | None
    time: Literal['s', 'ms', 'us', 'ns', 'min', 'h'] | None
    def __init__(
        self,
        *,
        length: Literal['m', 'mm', 'cm', 'dm', 'um', 'nm', 'km', 'in', 'ft'] | None = None,
        mass: Literal['kg', 'g', 'mg', 't', 'kt', 'lb', 'slug'] | None = None,
        time: Literal['s', 'ms', 'us', 'ns', 'min', 'h'] | None = None,
    ) -> None: ...

class Model(Part):
    dimension: int | str | None
    gravity: Sequence[Number] | npt.NDArray[Any] | None
    inconsistent_start: Literal['project', 'refuse'] | None
    def __init__(
        self,
        *,
        dimension: int | str | None = None,
        gravity: Sequence[Number] | npt.NDArray[Any] | None = None,
        inconsistent_start: Literal['project', 'refuse'] | None = None,
    ) -> None: ...

class LinearElasticMaterial(Part):
    name: str
    E: Number
    rho: Number
    nu: Number | None
    G: Number | None
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        E: Number,
        rho: Number,
        nu: Number | None = None,
        G: Number | None = None,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class OrthotropicMaterial(Part):
    name: str
    rho: Number
    E: Sequence[Number] | npt.NDArray[Any] | None
    nu: Sequence[Number] | npt.NDArray[Any] | None
    G: Sequence[Number] | npt.NDArray[Any] | None
    D: Sequence[Number] | npt.NDArray[Any] | None
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        E: Sequence[Number] | npt.NDArray[Any] | None = None,
        nu: Sequence[Number] | npt.NDArray[Any] | None = None,
        G: Sequence[Number] | npt.NDArray[Any] | None = None,
        D: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class AnisotropicMaterial(Part):
    name: str
    rho: Number
    D: Sequence[Number] | npt.NDArray[Any]
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        D: Sequence[Number] | npt.NDArray[Any],
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class ThermoelasticMaterial(Part):
    name: str
    rho: Number
    E: Sequence[Number] | npt.NDArray[Any]
    nu: Sequence[Number] | npt.NDArray[Any]
    temperature: Sequence[Number] | npt.NDArray[Any]
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        E: Sequence[Number] | npt.NDArray[Any],
        nu: Sequence[Number] | npt.NDArray[Any],
        temperature: Sequence[Number] | npt.NDArray[Any],
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class NeoHookeanMaterial(Part):
    name: str
    rho: Number
    E: Number
    nu: Number
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        E: Number,
        nu: Number,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class OgdenMaterial(Part):
    name: str
    rho: Number
    mu: Sequence[Number] | npt.NDArray[Any]
    alpha: Sequence[Number] | npt.NDArray[Any]
    D: Sequence[Number] | npt.NDArray[Any]
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        mu: Sequence[Number] | npt.NDArray[Any],
        alpha: Sequence[Number] | npt.NDArray[Any],
        D: Sequence[Number] | npt.NDArray[Any],
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class PlasticMaterial(Part):
    name: str
    rho: Number
    E: Number | None
    nu: Number | None
    D: Sequence[Number] | npt.NDArray[Any] | None
    yield_stress: Sequence[Number] | npt.NDArray[Any]
    plastic_strain: Sequence[Number] | npt.NDArray[Any] | None
    back_stress: Sequence[Number] | npt.NDArray[Any] | None
    temperature: Sequence[Number] | npt.NDArray[Any] | None
    rate: Sequence[Number] | npt.NDArray[Any] | None
    failure_strain: Sequence[Number] | npt.NDArray[Any] | None
    failure_triaxiality: Sequence[Number] | npt.NDArray[Any] | None
    failure_energy: Number | None
    failure_displacement: Sequence[Number] | npt.NDArray[Any] | None
    degradation: Sequence[Number] | npt.NDArray[Any] | None
    softening: Literal['linear', 'exponential'] | None
    softening_exponent: Number | None
    most_degradation: Number | None
    deletion: bool | None
    C: Number | None
    reference_rate: Number | None
    cowper_symonds_rate: Number | None
    cowper_symonds_exponent: Number | None
    specific_heat: Number | None
    heat_fraction: Number | None
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        E: Number | None = None,
        nu: Number | None = None,
        D: Sequence[Number] | npt.NDArray[Any] | None = None,
        yield_stress: Sequence[Number] | npt.NDArray[Any],
        plastic_strain: Sequence[Number] | npt.NDArray[Any] | None = None,
        back_stress: Sequence[Number] | npt.NDArray[Any] | None = None,
        temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        rate: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_strain: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_triaxiality: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_energy: Number | None = None,
        failure_displacement: Sequence[Number] | npt.NDArray[Any] | None = None,
        degradation: Sequence[Number] | npt.NDArray[Any] | None = None,
        softening: Literal['linear', 'exponential'] | None = None,
        softening_exponent: Number | None = None,
        most_degradation: Number | None = None,
        deletion: bool | None = None,
        C: Number | None = None,
        reference_rate: Number | None = None,
        cowper_symonds_rate: Number | None = None,
        cowper_symonds_exponent: Number | None = None,
        specific_heat: Number | None = None,
        heat_fraction: Number | None = None,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class PolynomialMaterial(Part):
    name: str
    rho: Number
    D: Sequence[Number] | npt.NDArray[Any]
    C10: Number | None
    C01: Number | None
    C20: Number | None
    C11: Number | None
    C02: Number | None
    C30: Number | None
    C21: Number | None
    C12: Number | None
    C03: Number | None
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        D: Sequence[Number] | npt.NDArray[Any],
        C10: Number | None = None,
        C01: Number | None = None,
        C20: Number | None = None,
        C11: Number | None = None,
        C02: Number | None = None,
        C30: Number | None = None,
        C21: Number | None = None,
        C12: Number | None = None,
        C03: Number | None = None,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class JohnsonCookMaterial(Part):
    name: str
    rho: Number
    E: Number
    nu: Number
    A: Number
    B: Number
    n: Number
    m: Number | None
    transition_temperature: Number | None
    melting_temperature: Number | None
    failure: Sequence[Number] | npt.NDArray[Any] | None
    failure_strain: Sequence[Number] | npt.NDArray[Any] | None
    failure_triaxiality: Sequence[Number] | npt.NDArray[Any] | None
    failure_energy: Number | None
    failure_displacement: Sequence[Number] | npt.NDArray[Any] | None
    degradation: Sequence[Number] | npt.NDArray[Any] | None
    softening: Literal['linear', 'exponential'] | None
    softening_exponent: Number | None
    most_degradation: Number | None
    deletion: bool | None
    C: Number | None
    reference_rate: Number | None
    cowper_symonds_rate: Number | None
    cowper_symonds_exponent: Number | None
    specific_heat: Number | None
    heat_fraction: Number | None
    expansion: Sequence[Number] | npt.NDArray[Any] | None
    expansion_along: Sequence[Number] | npt.NDArray[Any] | None
    expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None
    reference_temperature: Number | None
    def __init__(
        self,
        *,
        name: str,
        rho: Number,
        E: Number,
        nu: Number,
        A: Number,
        B: Number,
        n: Number,
        m: Number | None = None,
        transition_temperature: Number | None = None,
        melting_temperature: Number | None = None,
        failure: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_strain: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_triaxiality: Sequence[Number] | npt.NDArray[Any] | None = None,
        failure_energy: Number | None = None,
        failure_displacement: Sequence[Number] | npt.NDArray[Any] | None = None,
        degradation: Sequence[Number] | npt.NDArray[Any] | None = None,
        softening: Literal['linear', 'exponential'] | None = None,
        softening_exponent: Number | None = None,
        most_degradation: Number | None = None,
        deletion: bool | None = None,
        C: Number | None = None,
        reference_rate: Number | None = None,
        cowper_symonds_rate: Number | None = None,
        cowper_symonds_exponent: Number | None = None,
        specific_heat: Number | None = None,
        heat_fraction: Number | None = None,
        expansion: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_along: Sequence[Number] | npt.NDArray[Any] | None = None,
        expansion_temperature: Sequence[Number] | npt.NDArray[Any] | None = None,
        reference_temperature: Number | None = None,
    ) -> None: ...

class GeneralSection(Part):
    name: str
    area: Number
    I_z: Number
    I_y: Number | None
    J: Number | None
    shear_area_y: Number | None
    shear_area_z: Number | None
    rotary_y: Number | None
    rotary_z: Number | None
    def __init__(
        self,
        *,
        name: str,
        area: Number,
        I_z: Number,
        I_y: Number | None = None,
        J: Number | None = None,
        shear_area_y: Number | None = None,
        shear_area_z: Number | None = None,
        rotary_y: Number | None = None,
        rotary_z: Number | None = None,
    ) -> None: ...

class RectangleSection(Part):
    name: str
    height: Number
    width: Number
    def __init__(
        self,
        *,
        name: str,
        height: Number,
        width: Number,
    ) -> None: ...

class CircleSection(Part):
    name: str
    diameter: Number
    def __init__(
        self,
        *,
        name: str,
        diameter: Number,
    ) -> None: ...

class TubeSection(Part):
    name: str
    diameter: Number
    thickness: Number
    def __init__(
        self,
        *,
        name: str,
        diameter: Number,
        thickness: Number,
    ) -> None: ...

class ISection(Part):
    name: str
    height: Number
    width: Number
    flange: Number
    web: Number
    def __init__(
        self,
        *,
        name: str,
        height: Number,
        width: Number,
        flange: Number,
        web: Number,
    ) -> None: ...

class LineMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    from_: Sequence[Number] | npt.NDArray[Any]
    to: Sequence[Number] | npt.NDArray[Any]
    elements: int | str
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        from_: Sequence[Number] | npt.NDArray[Any],
        to: Sequence[Number] | npt.NDArray[Any],
        elements: int | str,
    ) -> None: ...

class PolylineMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    points: Sequence[Number] | npt.NDArray[Any]
    elements: Sequence[int | str]
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        points: Sequence[Number] | npt.NDArray[Any],
        elements: Sequence[int | str],
    ) -> None: ...

class GmshMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    file: str
    scale: Number | None
    size: Number | None
    order: int | str | None
    time_limit: Number | None
    memory_limit: Number | None
    trusted_script: bool | None
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        file: str,
        scale: Number | None = None,
        size: Number | None = None,
        order: int | str | None = None,
        time_limit: Number | None = None,
        memory_limit: Number | None = None,
        trusted_script: bool | None = None,
    ) -> None: ...

class AbaqusMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    file: str
    groups: Sequence[Mapping[str, Any]] | None
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        file: str,
        groups: Sequence[Mapping[str, Any]] | None = None,
    ) -> None: ...

class BlockMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    from_: Sequence[Number] | npt.NDArray[Any]
    to: Sequence[Number] | npt.NDArray[Any]
    counts: Sequence[int | str]
    order: int | str | None
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        from_: Sequence[Number] | npt.NDArray[Any],
        to: Sequence[Number] | npt.NDArray[Any],
        counts: Sequence[int | str],
        order: int | str | None = None,
    ) -> None: ...

class SheetMesh(Part):
    name: str
    rotate: Sequence[Number] | npt.NDArray[Any] | None
    translate: Sequence[Number] | npt.NDArray[Any] | None
    corners: Sequence[Number] | npt.NDArray[Any]
    counts: Sequence[int | str]
    coordinates: Literal['cartesian', 'cylindrical', 'spherical'] | None
    cells: Literal['quadrilaterals', 'triangles'] | None
    def __init__(
        self,
        *,
        name: str,
        rotate: Sequence[Number] | npt.NDArray[Any] | None = None,
        translate: Sequence[Number] | npt.NDArray[Any] | None = None,
        corners: Sequence[Number] | npt.NDArray[Any],
        counts: Sequence[int | str],
        coordinates: Literal['cartesian', 'cylindrical', 'spherical'] | None = None,
        cells: Literal['quadrilaterals', 'triangles'] | None = None,
    ) -> None: ...

class PointMassBody(Part):
    name: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    mass: Number
    def __init__(
        self,
        *,
        name: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        mass: Number,
    ) -> None: ...

class RigidBody(Part):
    name: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    mass: Number
    inertia: Number
    angle: Number | None
    angular_velocity: Number | None
    outline: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        mass: Number,
        inertia: Number,
        angle: Number | None = None,
        angular_velocity: Number | None = None,
        outline: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class Rigid3dBody(Part):
    name: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    mass: Number
    inertia: Sequence[Number] | npt.NDArray[Any]
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    quaternion: Sequence[Number] | npt.NDArray[Any] | None
    angular_velocity: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        mass: Number,
        inertia: Sequence[Number] | npt.NDArray[Any],
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        quaternion: Sequence[Number] | npt.NDArray[Any] | None = None,
        angular_velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class GrainsBody(Part):
    name: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    shape: Literal['sphere', 'box', 'rock'] | None
    radius: Number | None
    size: Sequence[Number] | npt.NDArray[Any] | None
    corners: int | str | None
    variants: int | str | None
    density: Number
    counts: Sequence[int | str]
    spacing: Sequence[Number] | npt.NDArray[Any]
    jitter: Sequence[Number] | npt.NDArray[Any] | None
    velocity_spread: Sequence[Number] | npt.NDArray[Any] | None
    size_spread: Number | None
    spare: int | str | None
    hole: Sequence[Number] | npt.NDArray[Any] | None
    orientation: Literal['aligned', 'random'] | None
    seed: int | str | None
    def __init__(
        self,
        *,
        name: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        shape: Literal['sphere', 'box', 'rock'] | None = None,
        radius: Number | None = None,
        size: Sequence[Number] | npt.NDArray[Any] | None = None,
        corners: int | str | None = None,
        variants: int | str | None = None,
        density: Number,
        counts: Sequence[int | str],
        spacing: Sequence[Number] | npt.NDArray[Any],
        jitter: Sequence[Number] | npt.NDArray[Any] | None = None,
        velocity_spread: Sequence[Number] | npt.NDArray[Any] | None = None,
        size_spread: Number | None = None,
        spare: int | str | None = None,
        hole: Sequence[Number] | npt.NDArray[Any] | None = None,
        orientation: Literal['aligned', 'random'] | None = None,
        seed: int | str | None = None,
    ) -> None: ...

class FlexibleBody(Part):
    name: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    mesh: str | None
    mass_matrix: str | None
    stiffness_matrix: str | None
    nodes: str | None
    reduced: str | None
    save: str | None
    reference: Literal['tangent', 'pinned', 'free-free', 'articulated-free'] | None
    supports: Sequence[str] | None
    coordinates: Literal['nodal', 'modal', 'craig-bampton'] | None
    modes: int | str | None
    highest_frequency: Number | None
    interfaces: Sequence[str] | None
    stiffening: bool | None
    rigid_faces: Sequence[str] | None
    groups: Sequence[Mapping[str, Any]] | None
    damping_ratio: Number | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    quaternion: Sequence[Number] | npt.NDArray[Any] | None
    angular_velocity: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        mesh: str | None = None,
        mass_matrix: str | None = None,
        stiffness_matrix: str | None = None,
        nodes: str | None = None,
        reduced: str | None = None,
        save: str | None = None,
        reference: Literal['tangent', 'pinned', 'free-free', 'articulated-free'] | None = None,
        supports: Sequence[str] | None = None,
        coordinates: Literal['nodal', 'modal', 'craig-bampton'] | None = None,
        modes: int | str | None = None,
        highest_frequency: Number | None = None,
        interfaces: Sequence[str] | None = None,
        stiffening: bool | None = None,
        rigid_faces: Sequence[str] | None = None,
        groups: Sequence[Mapping[str, Any]] | None = None,
        damping_ratio: Number | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        quaternion: Sequence[Number] | npt.NDArray[Any] | None = None,
        angular_velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class Marker(Part):
    name: str
    on: str
    at: Sequence[Number] | npt.NDArray[Any] | None
    coupling: Literal['averaging', 'rigid'] | None
    angle: Number | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        on: str,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        coupling: Literal['averaging', 'rigid'] | None = None,
        angle: Number | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class BarElement(Part):
    name: str
    mesh: str
    material: str
    area: Number
    strain: Literal['small', 'green-lagrange'] | None
    mass: Literal['consistent', 'lumped'] | None
    def __init__(
        self,
        *,
        name: str,
        mesh: str,
        material: str,
        area: Number,
        strain: Literal['small', 'green-lagrange'] | None = None,
        mass: Literal['consistent', 'lumped'] | None = None,
    ) -> None: ...

class BeamElement(Part):
    name: str
    mesh: str
    material: str
    section: str
    y_axis: Sequence[Number] | npt.NDArray[Any] | None
    damping: Number | None
    residual_bending: bool | None
    def __init__(
        self,
        *,
        name: str,
        mesh: str,
        material: str,
        section: str,
        y_axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        damping: Number | None = None,
        residual_bending: bool | None = None,
    ) -> None: ...

class EulerBernoulliElement(Part):
    name: str
    mesh: str
    material: str
    section: str
    rotary_inertia: bool | None
    damping_mass: Number | None
    damping_stiffness: Number | None
    def __init__(
        self,
        *,
        name: str,
        mesh: str,
        material: str,
        section: str,
        rotary_inertia: bool | None = None,
        damping_mass: Number | None = None,
        damping_stiffness: Number | None = None,
    ) -> None: ...

class SolidElement(Part):
    name: str
    mesh: str
    material: str
    strain: Literal['small', 'green-lagrange', 'logarithmic'] | None
    formulation: Literal['auto', 'full', 'reduced', 'b-bar', 'incompatible', 'nodal-pressure'] | None
    hourglass_share: Number | None
    mass: Literal['consistent', 'lumped', 'stiffness-points'] | None
    mass_scaling: Number | None
    contact_mass: Number | None
    plane: Literal['strain', 'stress', 'axisymmetric'] | None
    thickness: Number | None
    axes: Sequence[Number] | npt.NDArray[Any] | None
    initial_stress: Sequence[Number] | npt.NDArray[Any] | None
    initial_strain: Sequence[Number] | npt.NDArray[Any] | None
    damping_mass: Number | None
    damping_stiffness: Number | None
    def __init__(
        self,
        *,
        name: str,
        mesh: str,
        material: str,
        strain: Literal['small', 'green-lagrange', 'logarithmic'] | None = None,
        formulation: Literal['auto', 'full', 'reduced', 'b-bar', 'incompatible', 'nodal-pressure'] | None = None,
        hourglass_share: Number | None = None,
        mass: Literal['consistent', 'lumped', 'stiffness-points'] | None = None,
        mass_scaling: Number | None = None,
        contact_mass: Number | None = None,
        plane: Literal['strain', 'stress', 'axisymmetric'] | None = None,
        thickness: Number | None = None,
        axes: Sequence[Number] | npt.NDArray[Any] | None = None,
        initial_stress: Sequence[Number] | npt.NDArray[Any] | None = None,
        initial_strain: Sequence[Number] | npt.NDArray[Any] | None = None,
        damping_mass: Number | None = None,
        damping_stiffness: Number | None = None,
    ) -> None: ...

class ShellElement(Part):
    name: str
    mesh: str
    material: str | None
    thickness: Number | None
    angle: Number | None
    layers: Sequence[Mapping[str, Any]] | None
    points: int | str | None
    offset: Number | None
    strain: Literal['green-lagrange', 'logarithmic'] | None
    axis: Sequence[Number] | npt.NDArray[Any] | None
    smooth_angle: Number | None
    membrane_shear: Literal['mean', 'full'] | None
    drilling: Number | None
    shear_factor: Number | None
    mass: Literal['consistent', 'lumped'] | None
    rotary_inertia: Literal['auto', 'section', 'scaled'] | None
    damping_mass: Number | None
    damping_stiffness: Number | None
    def __init__(
        self,
        *,
        name: str,
        mesh: str,
        material: str | None = None,
        thickness: Number | None = None,
        angle: Number | None = None,
        layers: Sequence[Mapping[str, Any]] | None = None,
        points: int | str | None = None,
        offset: Number | None = None,
        strain: Literal['green-lagrange', 'logarithmic'] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        smooth_angle: Number | None = None,
        membrane_shear: Literal['mean', 'full'] | None = None,
        drilling: Number | None = None,
        shear_factor: Number | None = None,
        mass: Literal['consistent', 'lumped'] | None = None,
        rotary_inertia: Literal['auto', 'section', 'scaled'] | None = None,
        damping_mass: Number | None = None,
        damping_stiffness: Number | None = None,
    ) -> None: ...

class SpringElement(Part):
    name: str
    between: Sequence[str]
    stiffness: Number | None
    damping: Number | None
    rest_length: Number | None
    elongations: Sequence[Number] | npt.NDArray[Any] | None
    forces: Sequence[Number] | npt.NDArray[Any] | None
    direction: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        between: Sequence[str],
        stiffness: Number | None = None,
        damping: Number | None = None,
        rest_length: Number | None = None,
        elongations: Sequence[Number] | npt.NDArray[Any] | None = None,
        forces: Sequence[Number] | npt.NDArray[Any] | None = None,
        direction: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class TorsionSpringElement(Part):
    name: str
    between: Sequence[str]
    axis: Sequence[Number] | npt.NDArray[Any] | None
    stiffness: Number | None
    damping: Number | None
    rest_angle: Number | None
    def __init__(
        self,
        *,
        name: str,
        between: Sequence[str],
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        stiffness: Number | None = None,
        damping: Number | None = None,
        rest_angle: Number | None = None,
    ) -> None: ...

class BushingElement(Part):
    name: str
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    stiffness: Sequence[Number] | npt.NDArray[Any] | None
    rotational_stiffness: Sequence[Number] | npt.NDArray[Any] | None
    damping: Sequence[Number] | npt.NDArray[Any] | None
    rotational_damping: Sequence[Number] | npt.NDArray[Any] | None
    stiffness_matrix: Sequence[Number] | npt.NDArray[Any] | None
    damping_matrix: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        stiffness: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotational_stiffness: Sequence[Number] | npt.NDArray[Any] | None = None,
        damping: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotational_damping: Sequence[Number] | npt.NDArray[Any] | None = None,
        stiffness_matrix: Sequence[Number] | npt.NDArray[Any] | None = None,
        damping_matrix: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class ActuatorElement(Part):
    name: str
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    coordinate: Literal['displacement', 'distance', 'angle']
    axis: Sequence[Number] | npt.NDArray[Any] | None
    force: Number | Mapping[str, Any]
    def __init__(
        self,
        *,
        name: str,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        coordinate: Literal['displacement', 'distance', 'angle'],
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        force: Number | Mapping[str, Any],
    ) -> None: ...

class UserMassElement(Part):
    name: str
    function: str
    points: Sequence[str]
    parameters: Sequence[Number] | npt.NDArray[Any] | None
    constant: bool | None
    def __init__(
        self,
        *,
        name: str,
        function: str,
        points: Sequence[str],
        parameters: Sequence[Number] | npt.NDArray[Any] | None = None,
        constant: bool | None = None,
    ) -> None: ...

class RevoluteJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any] | None
    lower: Number | None
    upper: Number | None
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    radius: Number | None
    bearing_length: Number | None
    collar_radius: Number | None
    friction_torque: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        lower: Number | None = None,
        upper: Number | None = None,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        radius: Number | None = None,
        bearing_length: Number | None = None,
        collar_radius: Number | None = None,
        friction_torque: Number | None = None,
    ) -> None: ...

class SphericalJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class UniversalJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any]
    axis_b: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any],
        axis_b: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class PrismaticJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any]
    lower: Number | None
    upper: Number | None
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    guide_length: Number | None
    guide_width: Number | None
    friction_force: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any],
        lower: Number | None = None,
        upper: Number | None = None,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        guide_length: Number | None = None,
        guide_width: Number | None = None,
        friction_force: Number | None = None,
    ) -> None: ...

class CylindricalJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any]
    lower: Number | None
    upper: Number | None
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    radius: Number | None
    bearing_length: Number | None
    friction_force: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any],
        lower: Number | None = None,
        upper: Number | None = None,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        radius: Number | None = None,
        bearing_length: Number | None = None,
        friction_force: Number | None = None,
    ) -> None: ...

class PlanarJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class FixedJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class PointOnLineJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class DistanceJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    length: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        length: Number | None = None,
    ) -> None: ...

class EquationJoint(Part):
    name: str
    steps: Sequence[str] | None
    terms: Sequence[Mapping[str, Any]]
    value: Number | Mapping[str, Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        terms: Sequence[Mapping[str, Any]],
        value: Number | Mapping[str, Any] | None = None,
    ) -> None: ...

class CollinearJoint(Part):
    name: str
    steps: Sequence[str] | None
    line: Sequence[str]
    on: str
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        line: Sequence[str],
        on: str,
    ) -> None: ...

class CoplanarJoint(Part):
    name: str
    steps: Sequence[str] | None
    plane: Sequence[str]
    on: str
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        plane: Sequence[str],
        on: str,
    ) -> None: ...

class SymmetryJoint(Part):
    name: str
    steps: Sequence[str] | None
    planes: Sequence[Mapping[str, Any]]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        planes: Sequence[Mapping[str, Any]],
    ) -> None: ...

class MeanRotationJoint(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    axis: Sequence[Number] | npt.NDArray[Any]
    rotation: str
    component: Literal['x', 'y', 'z']
    finite: bool | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        axis: Sequence[Number] | npt.NDArray[Any],
        rotation: str,
        component: Literal['x', 'y', 'z'],
        finite: bool | None = None,
    ) -> None: ...

class KnotJoint(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    reference: str
    rotation: str
    stretch: str | None
    directions: Sequence[Number] | npt.NDArray[Any] | None
    finite: bool | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        reference: str,
        rotation: str,
        stretch: str | None = None,
        directions: Sequence[Number] | npt.NDArray[Any] | None = None,
        finite: bool | None = None,
    ) -> None: ...

class TieJoint(Part):
    name: str
    steps: Sequence[str] | None
    surface: str
    to: str
    tolerance: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        surface: str,
        to: str,
        tolerance: Number | None = None,
    ) -> None: ...

class MotionJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    coordinate: Literal['displacement', 'distance', 'angle']
    axis: Sequence[Number] | npt.NDArray[Any] | None
    motion: Number | Mapping[str, Any] | None
    velocity: Number | Mapping[str, Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        coordinate: Literal['displacement', 'distance', 'angle'],
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
        motion: Number | Mapping[str, Any] | None = None,
        velocity: Number | Mapping[str, Any] | None = None,
    ) -> None: ...

class GearJoint(Part):
    name: str
    steps: Sequence[str] | None
    joints: Sequence[str]
    ratio: Number
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        joints: Sequence[str],
        ratio: Number,
    ) -> None: ...

class RackAndPinionJoint(Part):
    name: str
    steps: Sequence[str] | None
    joints: Sequence[str]
    radius: Number
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        joints: Sequence[str],
        radius: Number,
    ) -> None: ...

class KnifeEdgeJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    at: Sequence[Number] | npt.NDArray[Any] | None
    across: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        across: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class RollingWheelJoint(Part):
    name: str
    steps: Sequence[str] | None
    between: Sequence[str]
    axis: Sequence[Number] | npt.NDArray[Any]
    radius: Number
    through: Sequence[Number] | npt.NDArray[Any] | None
    normal: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        axis: Sequence[Number] | npt.NDArray[Any],
        radius: Number,
        through: Sequence[Number] | npt.NDArray[Any] | None = None,
        normal: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class SphereShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    radius: Number
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        radius: Number,
    ) -> None: ...

class CapsuleShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    radius: Number
    length: Number
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        radius: Number,
        length: Number,
    ) -> None: ...

class CylinderShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    radius: Number
    length: Number
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        radius: Number,
        length: Number,
    ) -> None: ...

class BoxShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    size: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        size: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class PlaneShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    normal: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        normal: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class HullShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    points: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        points: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class SurfaceShape(Part):
    name: str
    on: Sequence[str] | None
    at: Sequence[Number] | npt.NDArray[Any] | None
    rotation: Sequence[Number] | npt.NDArray[Any] | None
    points: Sequence[Number] | npt.NDArray[Any]
    triangles: Sequence[int | str]
    def __init__(
        self,
        *,
        name: str,
        on: Sequence[str] | None = None,
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        rotation: Sequence[Number] | npt.NDArray[Any] | None = None,
        points: Sequence[Number] | npt.NDArray[Any],
        triangles: Sequence[int | str],
    ) -> None: ...

class PointPlaneContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    points: Sequence[str]
    on: str | None
    through: Sequence[Number] | npt.NDArray[Any]
    normal: Sequence[Number] | npt.NDArray[Any]
    radius: Number | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        points: Sequence[str],
        on: str | None = None,
        through: Sequence[Number] | npt.NDArray[Any],
        normal: Sequence[Number] | npt.NDArray[Any],
        radius: Number | None = None,
    ) -> None: ...

class PointShapeContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    shapes: Sequence[str]
    points: Sequence[str] | None
    surface: str | None
    inside: bool | None
    radius: Number | None
    rounding: Number | None
    reach: Number | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        shapes: Sequence[str],
        points: Sequence[str] | None = None,
        surface: str | None = None,
        inside: bool | None = None,
        radius: Number | None = None,
        rounding: Number | None = None,
        reach: Number | None = None,
    ) -> None: ...

class BodiesContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    shapes: Sequence[str]
    envelope: Number
    between_joined: bool | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        shapes: Sequence[str],
        envelope: Number,
        between_joined: bool | None = None,
    ) -> None: ...

class SurfacesContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    surface: str | None
    points: Sequence[str] | None
    against: str
    reach: Number | None
    stiffness: Number | None
    overclosures: Sequence[Number] | npt.NDArray[Any] | None
    pressures: Sequence[Number] | npt.NDArray[Any] | None
    touch_pressure: Number | None
    clearance: Number | None
    stick_stiffness: Number | None
    areas: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        surface: str | None = None,
        points: Sequence[str] | None = None,
        against: str,
        reach: Number | None = None,
        stiffness: Number | None = None,
        overclosures: Sequence[Number] | npt.NDArray[Any] | None = None,
        pressures: Sequence[Number] | npt.NDArray[Any] | None = None,
        touch_pressure: Number | None = None,
        clearance: Number | None = None,
        stick_stiffness: Number | None = None,
        areas: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class GapContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    between: Sequence[str]
    direction: Sequence[Number] | npt.NDArray[Any]
    clearance: Number | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        direction: Sequence[Number] | npt.NDArray[Any],
        clearance: Number | None = None,
    ) -> None: ...

class TetherContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    between: Sequence[str]
    length: Number
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        between: Sequence[str],
        length: Number,
    ) -> None: ...

class UserGapContact(Part):
    name: str
    restitution: Number | None
    friction: Number | Mapping[str, Any] | None
    tangential_restitution: Number | None
    impact_law: Literal['newton', 'sequential'] | None
    steps: Sequence[str] | None
    function: str
    points: Sequence[str]
    parameters: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        restitution: Number | None = None,
        friction: Number | Mapping[str, Any] | None = None,
        tangential_restitution: Number | None = None,
        impact_law: Literal['newton', 'sequential'] | None = None,
        steps: Sequence[str] | None = None,
        function: str,
        points: Sequence[str],
        parameters: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class LayersInflow(Part):
    name: str
    bodies: str
    position: Sequence[Number] | npt.NDArray[Any]
    velocity: Sequence[Number] | npt.NDArray[Any]
    thickness: Number
    start: Number | None
    end: Number | None
    counts: Sequence[int | str]
    spacing: Sequence[Number] | npt.NDArray[Any]
    first: Sequence[Number] | npt.NDArray[Any]
    jitter: Sequence[Number] | npt.NDArray[Any] | None
    velocity_spread: Sequence[Number] | npt.NDArray[Any] | None
    seed: int | str | None
    def __init__(
        self,
        *,
        name: str,
        bodies: str,
        position: Sequence[Number] | npt.NDArray[Any],
        velocity: Sequence[Number] | npt.NDArray[Any],
        thickness: Number,
        start: Number | None = None,
        end: Number | None = None,
        counts: Sequence[int | str],
        spacing: Sequence[Number] | npt.NDArray[Any],
        first: Sequence[Number] | npt.NDArray[Any],
        jitter: Sequence[Number] | npt.NDArray[Any] | None = None,
        velocity_spread: Sequence[Number] | npt.NDArray[Any] | None = None,
        seed: int | str | None = None,
    ) -> None: ...

class HalfSpaceOutflow(Part):
    name: str
    bodies: str
    at: Sequence[Number] | npt.NDArray[Any]
    normal: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        bodies: str,
        at: Sequence[Number] | npt.NDArray[Any],
        normal: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class OutsideBoxOutflow(Part):
    name: str
    bodies: str
    low: Sequence[Number] | npt.NDArray[Any]
    high: Sequence[Number] | npt.NDArray[Any]
    def __init__(
        self,
        *,
        name: str,
        bodies: str,
        low: Sequence[Number] | npt.NDArray[Any],
        high: Sequence[Number] | npt.NDArray[Any],
    ) -> None: ...

class AccelerationLoad(Part):
    name: str
    steps: Sequence[str] | None
    elements: Sequence[str]
    acceleration: Sequence[Number | Mapping[str, Any]]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        elements: Sequence[str],
        acceleration: Sequence[Number | Mapping[str, Any]],
    ) -> None: ...

class CentrifugalLoad(Part):
    name: str
    steps: Sequence[str] | None
    elements: Sequence[str]
    omega_squared: Number | Mapping[str, Any]
    at: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        elements: Sequence[str],
        omega_squared: Number | Mapping[str, Any],
        at: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class ForceLoad(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    force: Sequence[Number | Mapping[str, Any]]
    follower: bool | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        force: Sequence[Number | Mapping[str, Any]],
        follower: bool | None = None,
    ) -> None: ...

class MomentLoad(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    moment: Number | Mapping[str, Any]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        moment: Number | Mapping[str, Any],
    ) -> None: ...

class TorqueLoad(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    torque: Sequence[Number | Mapping[str, Any]]
    follower: bool | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        torque: Sequence[Number | Mapping[str, Any]],
        follower: bool | None = None,
    ) -> None: ...

class PressureLoad(Part):
    name: str
    steps: Sequence[str] | None
    surface: str
    pressure: Number | Mapping[str, Any]
    follower: bool | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        surface: str,
        pressure: Number | Mapping[str, Any],
        follower: bool | None = None,
    ) -> None: ...

class TractionLoad(Part):
    name: str
    steps: Sequence[str] | None
    surface: str
    traction: Sequence[Number | Mapping[str, Any]]
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        surface: str,
        traction: Sequence[Number | Mapping[str, Any]],
    ) -> None: ...

class TemperatureLoad(Part):
    name: str
    steps: Sequence[str] | None
    on: str
    temperature: Number | Mapping[str, Any]
    initial: Number | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        on: str,
        temperature: Number | Mapping[str, Any],
        initial: Number | None = None,
    ) -> None: ...

class UserForceLoad(Part):
    name: str
    steps: Sequence[str] | None
    function: str
    points: Sequence[str]
    parameters: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str,
        steps: Sequence[str] | None = None,
        function: str,
        points: Sequence[str],
        parameters: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class Plugin(Part):
    name: str
    file: str
    def __init__(
        self,
        *,
        name: str,
        file: str,
    ) -> None: ...

class Boundary(Part):
    name: str | None
    on: str
    components: Sequence[str]
    motion: Number | Mapping[str, Any] | None
    steps: Sequence[str] | None
    def __init__(
        self,
        *,
        name: str | None = None,
        on: str,
        components: Sequence[str],
        motion: Number | Mapping[str, Any] | None = None,
        steps: Sequence[str] | None = None,
    ) -> None: ...

class Initial(Part):
    name: str | None
    on: str
    velocity: Sequence[Number] | npt.NDArray[Any] | None
    angular_velocity: Number | None
    about: Sequence[Number] | npt.NDArray[Any] | None
    axis: Sequence[Number] | npt.NDArray[Any] | None
    def __init__(
        self,
        *,
        name: str | None = None,
        on: str,
        velocity: Sequence[Number] | npt.NDArray[Any] | None = None,
        angular_velocity: Number | None = None,
        about: Sequence[Number] | npt.NDArray[Any] | None = None,
        axis: Sequence[Number] | npt.NDArray[Any] | None = None,
    ) -> None: ...

class DynamicAnalysis(Part):
    from_: Literal['deck', 'equilibrium'] | None
    load_steps: int | str | None
    max_energy_gain: Number | None
    def __init__(
        self,
        *,
        from_: Literal['deck', 'equilibrium'] | None = None,
        load_steps: int | str | None = None,
        max_energy_gain: Number | None = None,
    ) -> None: ...

class StaticAnalysis(Part):
    step: Number | None
    start: Number | None
    end: Number | None
    ramp: bool | None
    tolerance: Number | None
    max_iterations: int | str | None
    max_cuts: int | str | None
    line_search: bool | None
    arc_length: bool | None
    solver: Literal['auto', 'direct', 'iterative'] | None
    max_steps: int | str | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number | None = None,
        ramp: bool | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        line_search: bool | None = None,
        arc_length: bool | None = None,
        solver: Literal['auto', 'direct', 'iterative'] | None = None,
        max_steps: int | str | None = None,
    ) -> None: ...

class NsgaGglIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    solver: Literal['auto', 'direct', 'iterative', 'surface', 'motion', 'monolithic', 'condensed', 'sequential', 'field-split'] | None
    contact_function: Literal['alart-curnier', 'fischer-burmeister'] | None
    corrections: Literal['auto', 'mass', 'elastic'] | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        solver: Literal['auto', 'direct', 'iterative', 'surface', 'motion', 'monolithic', 'condensed', 'sequential', 'field-split'] | None = None,
        contact_function: Literal['alart-curnier', 'fischer-burmeister'] | None = None,
        corrections: Literal['auto', 'mass', 'elastic'] | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class NsgaModifiedLcpIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MoreauJeanIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    theta: Number | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        theta: Number | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class GeneralizedAlphaIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedGeneralizedAlphaIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    preset: Literal['none', 'newmark', 'hht'] | None
    alpha_m: Number | None
    alpha_f: Number | None
    initial_acceleration: Literal['consistent', 'free', 'shifted'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        preset: Literal['none', 'newmark', 'hht'] | None = None,
        alpha_m: Number | None = None,
        alpha_f: Number | None = None,
        initial_acceleration: Literal['consistent', 'free', 'shifted'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedBatheIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'free'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'free'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedEdAlphaIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'free'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'free'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class HalfExplicitIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    step_factor: Number | None
    subcycling: int | str | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        step_factor: Number | None = None,
        subcycling: int | str | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class EventDrivenIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
    ) -> None: ...

class CcpEulerIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    unconverged: Literal['fail', 'accept'] | None
    error_reduction: Number | None
    recovery_speed: Number | None
    elastic_forces: Literal['implicit', 'explicit'] | None
    law: Literal['cone', 'coulomb'] | None
    method: Literal['auto', 'accelerated', 'gauss-seidel', 'apgd', 'barzilai-borwein'] | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        unconverged: Literal['fail', 'accept'] | None = None,
        error_reduction: Number | None = None,
        recovery_speed: Number | None = None,
        elastic_forces: Literal['implicit', 'explicit'] | None = None,
        law: Literal['cone', 'coulomb'] | None = None,
        method: Literal['auto', 'accelerated', 'gauss-seidel', 'apgd', 'barzilai-borwein'] | None = None,
    ) -> None: ...

class ImpulseVelocityIntegrator(Part):
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    unconverged: Literal['fail', 'accept'] | None
    error_reduction: Number | None
    recovery_speed: Number | None
    elastic_forces: Literal['implicit', 'explicit'] | None
    law: Literal['coulomb', 'maximum-dissipation'] | None
    method: Literal['gauss-seidel', 'accelerated'] | None
    relaxation: Number | None
    def __init__(
        self,
        *,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        unconverged: Literal['fail', 'accept'] | None = None,
        error_reduction: Number | None = None,
        recovery_speed: Number | None = None,
        elastic_forces: Literal['implicit', 'explicit'] | None = None,
        law: Literal['coulomb', 'maximum-dissipation'] | None = None,
        method: Literal['gauss-seidel', 'accelerated'] | None = None,
        relaxation: Number | None = None,
    ) -> None: ...

class NsgaGglStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    solver: Literal['auto', 'direct', 'iterative', 'surface', 'motion', 'monolithic', 'condensed', 'sequential', 'field-split'] | None
    contact_function: Literal['alart-curnier', 'fischer-burmeister'] | None
    corrections: Literal['auto', 'mass', 'elastic'] | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        solver: Literal['auto', 'direct', 'iterative', 'surface', 'motion', 'monolithic', 'condensed', 'sequential', 'field-split'] | None = None,
        contact_function: Literal['alart-curnier', 'fischer-burmeister'] | None = None,
        corrections: Literal['auto', 'mass', 'elastic'] | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class NsgaModifiedLcpStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MoreauJeanStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    theta: Number | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        theta: Number | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class GeneralizedAlphaStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'shifted'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'shifted'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedGeneralizedAlphaStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    preset: Literal['none', 'newmark', 'hht'] | None
    alpha_m: Number | None
    alpha_f: Number | None
    initial_acceleration: Literal['consistent', 'free', 'shifted'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        preset: Literal['none', 'newmark', 'hht'] | None = None,
        alpha_m: Number | None = None,
        alpha_f: Number | None = None,
        initial_acceleration: Literal['consistent', 'free', 'shifted'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedBatheStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'free'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'free'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class MixedEdAlphaStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    initial_acceleration: Literal['consistent', 'free'] | None
    joints: Literal['velocity', 'acceleration'] | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        initial_acceleration: Literal['consistent', 'free'] | None = None,
        joints: Literal['velocity', 'acceleration'] | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class HalfExplicitStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    step_factor: Number | None
    subcycling: int | str | None
    newton: Literal['auto', 'direct', 'full', 'snes'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        step_factor: Number | None = None,
        subcycling: int | str | None = None,
        newton: Literal['auto', 'direct', 'full', 'snes'] | None = None,
    ) -> None: ...

class EventDrivenStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
    ) -> None: ...

class CcpEulerStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    unconverged: Literal['fail', 'accept'] | None
    error_reduction: Number | None
    recovery_speed: Number | None
    elastic_forces: Literal['implicit', 'explicit'] | None
    law: Literal['cone', 'coulomb'] | None
    method: Literal['auto', 'accelerated', 'gauss-seidel', 'apgd', 'barzilai-borwein'] | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        unconverged: Literal['fail', 'accept'] | None = None,
        error_reduction: Number | None = None,
        recovery_speed: Number | None = None,
        elastic_forces: Literal['implicit', 'explicit'] | None = None,
        law: Literal['cone', 'coulomb'] | None = None,
        method: Literal['auto', 'accelerated', 'gauss-seidel', 'apgd', 'barzilai-borwein'] | None = None,
    ) -> None: ...

class ImpulseVelocityStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number
    rho_inf: Number | None
    tolerance: Number | None
    max_iterations: int | str | None
    contact_tolerance: Number | None
    contact_iterations: int | str | None
    max_cuts: int | str | None
    error_tolerance: Number | None
    smallest_step: Number | None
    impact_step: Number | None
    unconverged: Literal['fail', 'accept'] | None
    error_reduction: Number | None
    recovery_speed: Number | None
    elastic_forces: Literal['implicit', 'explicit'] | None
    law: Literal['coulomb', 'maximum-dissipation'] | None
    method: Literal['gauss-seidel', 'accelerated'] | None
    relaxation: Number | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number,
        rho_inf: Number | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        contact_tolerance: Number | None = None,
        contact_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        error_tolerance: Number | None = None,
        smallest_step: Number | None = None,
        impact_step: Number | None = None,
        unconverged: Literal['fail', 'accept'] | None = None,
        error_reduction: Number | None = None,
        recovery_speed: Number | None = None,
        elastic_forces: Literal['implicit', 'explicit'] | None = None,
        law: Literal['coulomb', 'maximum-dissipation'] | None = None,
        method: Literal['gauss-seidel', 'accelerated'] | None = None,
        relaxation: Number | None = None,
    ) -> None: ...

class StaticStep(Part):
    name: str
    step: Number | None
    start: Number | None
    end: Number | None
    ramp: bool | None
    tolerance: Number | None
    max_iterations: int | str | None
    max_cuts: int | str | None
    line_search: bool | None
    arc_length: bool | None
    solver: Literal['auto', 'direct', 'iterative'] | None
    max_steps: int | str | None
    def __init__(
        self,
        *,
        name: str,
        step: Number | None = None,
        start: Number | None = None,
        end: Number | None = None,
        ramp: bool | None = None,
        tolerance: Number | None = None,
        max_iterations: int | str | None = None,
        max_cuts: int | str | None = None,
        line_search: bool | None = None,
        arc_length: bool | None = None,
        solver: Literal['auto', 'direct', 'iterative'] | None = None,
        max_steps: int | str | None = None,
    ) -> None: ...

class Output(Part):
    frames: int | str | None
    history_every: int | str | None
    events: bool | None
    transitions: bool | None
    convergence: Literal['none', 'failures', 'all'] | None
    checkpoint_every: int | str | None
    checkpoint_minutes: Number | None
    checkpoint_interval: Number | None
    contact_problems: Literal['none', 'dat', 'hdf5'] | None
    contact_problems_of: Literal['every', 'worst'] | None
    contact_problems_every: int | str | None
    def __init__(
        self,
        *,
        frames: int | str | None = None,
        history_every: int | str | None = None,
        events: bool | None = None,
        transitions: bool | None = None,
        convergence: Literal['none', 'failures', 'all'] | None = None,
        checkpoint_every: int | str | None = None,
        checkpoint_minutes: Number | None = None,
        checkpoint_interval: Number | None = None,
        contact_problems: Literal['none', 'dat', 'hdf5'] | None = None,
        contact_problems_of: Literal['every', 'worst'] | None = None,
        contact_problems_every: int | str | None = None,
    ) -> None: ...

class History(Part):
    name: str
    quantity: Literal['position', 'displacement', 'velocity', 'angle', 'angular_velocity', 'quaternion', 'acceleration', 'angular_acceleration', 'gap', 'gap_velocity', 'contact_impulse', 'contact_force', 'contact_pressure', 'contacts', 'friction_force', 'friction_moment', 'slip_velocity', 'position_multiplier', 'reaction', 'reaction_force', 'reaction_moment', 'axial_force', 'section_force', 'stress', 'stress_top', 'stress_bottom', 'shell_force', 'spring_force', 'plastic_strain', 'temperature_rise', 'damage', 'degradation', 'support_force', 'strain_energy', 'kinetic_energy', 'momentum', 'angular_momentum', 'bodies', 'mass']
    of: str
    component: str | None
    element: int | str | None
    place: Number | None
    def __init__(
        self,
        *,
        name: str,
        quantity: Literal['position', 'displacement', 'velocity', 'angle', 'angular_velocity', 'quaternion', 'acceleration', 'angular_acceleration', 'gap', 'gap_velocity', 'contact_impulse', 'contact_force', 'contact_pressure', 'contacts', 'friction_force', 'friction_moment', 'slip_velocity', 'position_multiplier', 'reaction', 'reaction_force', 'reaction_moment', 'axial_force', 'section_force', 'stress', 'stress_top', 'stress_bottom', 'shell_force', 'spring_force', 'plastic_strain', 'temperature_rise', 'damage', 'degradation', 'support_force', 'strain_energy', 'kinetic_energy', 'momentum', 'angular_momentum', 'bodies', 'mass'],
        of: str,
        component: str | None = None,
        element: int | str | None = None,
        place: Number | None = None,
    ) -> None: ...
