import { describe, expect, it } from '@jest/globals';
import { foundTools } from '../../support/found-tools.js';
import { lines } from '../../support/flow-rows.js';

const TYPES = lines(
  'import os',
  'from typing import Annotated, Optional',
  'from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, field_validator, model_validator',
  'ROOT = os.path.realpath("/srv/data")',
  'def inside(value: str) -> str:',
  '    full = os.path.realpath(os.path.join(ROOT, value))',
  '    if not full.startswith(ROOT + os.sep):',
  '        raise ValueError("outside")',
  '    return full',
  'def one_of_two(value: str) -> str:',
  '    if value not in ("a.txt", "b.txt"):',
  '        raise ValueError("no such file")',
  '    return value',
  'def trimmed(value: str) -> str:',
  '    return value.strip()',
  'SafePath = Annotated[str, AfterValidator(inside)]',
  'LoosePath = Annotated[str, AfterValidator(trimmed)]',
  'class Base(BaseModel):',
  '    inherited: SafePath',
);

/** Whether a client can make a server access any file, by the rules of class B. */
const reaches = async (...server: string[]): Promise<boolean> => {
  const before = ['from mcp.server.fastmcp import FastMCP', 'from kinds import *', 'mcp = FastMCP("files")'];
  const source = lines(...before, ...server);
  return (await foundTools({ 'server.py': source, 'kinds.py': TYPES }, /^MCP-B/u)).length > 0;
};

const tool = (parameter: string, file: string): string[] => [
  '@mcp.tool()',
  `def read(${parameter}) -> str:`,
  '    """Reads."""',
  `    return open(${file}).read()`,
];

describe('named types of parameters', () => {
  it.each([
    ['a validator that keeps it inside', 'path: SafePath', 'path', false],
    ['a validator that checks nothing', 'path: LoosePath', 'path', true],
    ['a plain text', 'path: str', 'path', true],
    ['or None', 'path: Optional[SafePath]', 'path', false],
    ['or None with `|`', 'path: SafePath | None', 'path', false],
    ['or any text', 'path: SafePath | str', 'path', true],
    ['in quotes', 'path: "SafePath"', 'path', false],
    ['a list of them', 'paths: list[SafePath]', 'paths[0]', false],
    ['a list of loose ones', 'paths: list[LoosePath]', 'paths[0]', true],
    ['written out', 'path: Annotated[str, AfterValidator(one_of_two)]', 'path', false],
    ['before the type', 'path: Annotated[str, BeforeValidator(one_of_two)]', 'path', false],
    ['a number', 'path: Annotated[int, BeforeValidator(trimmed)]', 'f"/srv/{path}"', false],
    ['more of a safe one', 'path: Annotated[SafePath, Field(description="a file")]', 'path', false],
  ])('%s', async (_, parameter, file, harmful) => {
    expect(await reaches(...tool(parameter, file))).toBe(harmful);
  });

  it.each([
    ['type Name = SafePath', false],
    ['type Name = LoosePath', true],
    ['Name = Optional[SafePath]', false],
    ['Name = SafePath | LoosePath', true],
    ['Name = list[str] | Name', true],
    ['type Name = Optional[Name]', true],
  ])('%s', async (alias, harmful) => {
    expect(await reaches(alias, ...tool('path: Name', 'path'))).toBe(harmful);
  });
});

const MODEL = [
  'class Args(Base):',
  '    path: SafePath',
  '    loose: LoosePath',
  '    raw: str',
  '    folder: str = "."',
  '    early: str = "."',
  '    silent: str = "."',
  '    name: str = Field(pattern=r"^[a-z]+$")',
  '    nested: "Args | None" = None',
  '    @field_validator("folder")',
  '    @classmethod',
  '    def folder_inside(cls, v: str) -> str:',
  '        return inside(v)',
  '    @field_validator("early", "raw_of_another", mode="before")',
  '    @classmethod',
  '    def early_checked(cls, v):',
  '        return one_of_two(v)',
  '    @field_validator("silent")',
  '    @classmethod',
  '    def only_told(cls, v: str) -> str:',
  '        print(v)',
  '        return v',
];

const FIELDS: readonly (readonly [string, boolean])[] = [
  ['args.path', false],
  ['args.inherited', false],
  ['args.loose', true],
  ['args.raw', true],
  ['args.folder', false],
  ['args.early', false],
  ['args.silent', true],
  ['f"/srv/{args.name}"', false],
];

describe('fields of models', () => {
  it.each(FIELDS)('of a parameter: %s', async (file, harmful) => {
    expect(await reaches(...MODEL, ...tool('args: Args', file))).toBe(harmful);
  });

  const dispatcher = (made: string, file: string): string[] => [
    'from mcp.server import Server',
    'app = Server("files")',
    '@app.call_tool()',
    'async def call_tool(name: str, arguments: dict):',
    `    args = ${made}`,
    `    return open(${file}).read()`,
  ];
  it.each(FIELDS)('made in the handler of all tools: %s', async (file, harmful) => {
    expect(await reaches(...MODEL, ...dispatcher('Args(**arguments)', file))).toBe(harmful);
  });
  it.each(FIELDS)('made from all arguments: %s', async (file, harmful) => {
    expect(await reaches(...MODEL, ...dispatcher('Args.model_validate(arguments)', file))).toBe(harmful);
  });

  const whole = (decorator: string, name: string, test: string): string[] => [
    'class Whole(BaseModel):',
    '    path: str',
    ...(decorator === '' ? [] : [`    ${decorator}`]),
    `    def ${name}(self, *_):`,
    `        if ${test}:`,
    '            raise ValueError("no")',
    '        return self',
  ];
  it.each([
    ['@model_validator(mode="after")', 'check', 'self.path not in ("a", "b")', false],
    ['@model_validator(mode="after")', 'check', 'self.path == ""', true],
    ['', 'model_post_init', 'self.path not in ("a", "b")', false],
    ['', 'check', 'self.path not in ("a", "b")', true],
  ])('checked as a whole: %s %s %s', async (decorator, name, test, harmful) => {
    const code = [...whole(decorator, name, test), ...tool('args: Whole', 'args.path')];
    expect(await reaches(...code)).toBe(harmful);
  });
});
