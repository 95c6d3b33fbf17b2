import { getMetadataStorage, ValidationTypes } from 'class-validator';

type Dto = Readonly<Record<string, unknown>>;
type Test = (dto: Dto, value: unknown) => boolean;
type DtoClass = abstract new (...args: never[]) => object;
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The rules of one property of a DTO. */
interface PropertyRules {
  readonly property: string;
  /** The tests count only where all of these hold (`@ValidateIf`, `@IsOptional`). */
  readonly conditions: readonly Test[];
  readonly tests: readonly Test[];
}

const { CONDITIONAL_VALIDATION, CUSTOM_VALIDATION } = ValidationTypes;

const gathered = new Map<DtoClass, readonly PropertyRules[] | undefined>();

/**
 * Whether every rule that class-validator knows of the DTO holds. class-validator itself gathers the rules anew and
 * prepares a report for each value, which costs a small request more than its validation. False says nothing: rules
 * that are not tests of one whole value (of a list's items, say), and what to report, are left to class-validator.
 */
export function surelyHolds(dto: object): boolean {
  const dtoClass = dto.constructor as DtoClass;
  if (!gathered.has(dtoClass)) gathered.set(dtoClass, gather(dtoClass));
  return gathered.get(dtoClass)?.every((rules) => hold(rules, dto as Dto)) ?? false;
}

function hold({ property, conditions, tests }: PropertyRules, dto: Dto): boolean {
  const value = dto[property];
  return !conditions.every((condition) => condition(dto, value)) || tests.every((test) => test(dto, value));
}

function gather(dtoClass: DtoClass): readonly PropertyRules[] | undefined {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(dtoClass, '', false, false);
  if (rules.length === 0 || !rules.every(isOfOneValue)) return undefined;
  return Object.entries(storage.groupByPropertyName(rules)).map(([property, own]) => ({
    property,
    conditions: own.filter(({ type }) => type === CONDITIONAL_VALIDATION).map(conditionOf),
    tests: own.filter(({ type }) => type === CUSTOM_VALIDATION).flatMap(testsOf),
  }));
}

const isOfOneValue = ({ type, each, validateIf }: Rule): boolean =>
  (type === CONDITIONAL_VALIDATION || type === CUSTOM_VALIDATION) && !each && validateIf === undefined;

const conditionOf = ({ constraints }: Rule): Test => constraints[0] as Test;

const testsOf = ({ constraintCls, constraints, propertyName, target }: Rule): Test[] =>
  getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }): Test => {
      const targetName = typeof target === 'string' ? target : target.name;
      // Strictly true: one that answers later, with a promise, does not surely hold.
      return (object, value) =>
        instance.validate(value, { value, object, constraints, targetName, property: propertyName }) === true;
    });
