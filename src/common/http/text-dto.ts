import type { ArgumentMetadata } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { isObject } from '../values/json.js';

type DtoClass = NonNullable<ArgumentMetadata['metatype']>;
type Dto = Record<string, unknown>;
type Test = (dto: Dto, value: unknown) => boolean;
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The rules of one property of a DTO. */
interface PropertyRules {
  readonly property: string;
  /** The tests apply only if all of these are true (`@ValidateIf`, `@IsOptional`). */
  readonly conditions: readonly Test[];
  readonly tests: readonly Test[];
}

const { CONDITIONAL_VALIDATION, CUSTOM_VALIDATION } = ValidationTypes;

const rulesByClass = new Map<DtoClass, readonly PropertyRules[] | undefined>();

/**
 * The DTO of path parameters or of a query, if all its values are texts that pass their rules as they are. Undefined means
 * nothing: the value may need a conversion, or an error message, or the DTO has rules other than tests of whole values.
 * class-validator and class-transformer collect their metadata again for each value, which takes longer than all other
 * work on the values (ADR 49).
 */
export function validTextDto(value: unknown, { type, metatype }: ArgumentMetadata): object | undefined {
  if ((type !== 'param' && type !== 'query') || metatype === undefined || !isObject(value)) return undefined;
  const rules = rulesOf(metatype);
  if (rules === undefined) return undefined;
  const dto = new metatype() as Dto;
  for (const { property } of rules) {
    if (!Object.hasOwn(value, property)) continue;
    if (typeof value[property] !== 'string') return undefined;
    dto[property] = value[property];
  }
  return rules.every((rule) => isSatisfied(rule, dto)) ? dto : undefined;
}

function isSatisfied({ property, conditions, tests }: PropertyRules, dto: Dto): boolean {
  const value = dto[property];
  return !conditions.every((condition) => condition(dto, value)) || tests.every((test) => test(dto, value));
}

function rulesOf(dtoClass: DtoClass): readonly PropertyRules[] | undefined {
  if (!rulesByClass.has(dtoClass)) rulesByClass.set(dtoClass, collectRules(dtoClass));
  return rulesByClass.get(dtoClass);
}

function collectRules(dtoClass: DtoClass): readonly PropertyRules[] | undefined {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(dtoClass, '', false, false);
  if (rules.length === 0 || !rules.every(isTestOfWholeValue)) return undefined;
  return Object.entries(storage.groupByPropertyName(rules)).map(([property, own]) => ({
    property,
    conditions: own.filter(({ type }) => type === CONDITIONAL_VALIDATION).map(conditionOf),
    tests: own.filter(({ type }) => type === CUSTOM_VALIDATION).flatMap(testsOf),
  }));
}

const isTestOfWholeValue = ({ type, each, validateIf }: Rule): boolean =>
  (type === CONDITIONAL_VALIDATION || type === CUSTOM_VALIDATION) && !each && validateIf === undefined;

const conditionOf = ({ constraints }: Rule): Test => constraints[0] as Test;

const testsOf = ({ constraintCls, constraints, propertyName, target }: Rule): Test[] =>
  getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }): Test => {
      const targetName = typeof target === 'string' ? target : target.name;
      // Compared with true, because an asynchronous validator returns a promise.
      return (object, value) =>
        instance.validate(value, { value, object, constraints, targetName, property: propertyName }) === true;
    });
