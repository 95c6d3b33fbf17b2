from pydantic import BaseModel, Field


class Entity(BaseModel):
    name: str = Field(min_length=1, max_length=120)
    kind: str = Field(max_length=60)
    facts: list[str] = Field(default_factory=list, max_length=100)


class Relation(BaseModel):
    source: str
    target: str
    label: str = Field(max_length=60)


class Graph(BaseModel):
    entities: dict[str, Entity] = Field(default_factory=dict)
    relations: list[Relation] = Field(default_factory=list)
