import { certainly, targetType, unknown } from './policy-target.js';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A control that servers must pass. */
export const control = targetType<string>({
  matches: 'below',
  format: 'the id of one control',
  rule: 'must be the id of one control, such as SEC-001',
  parse: (text) => (ID.test(text) ? text : undefined),
  control: (id) => id,
  match: (id, { controls }) => {
    const passed = controls.get(id);
    if (passed === undefined) return unknown(`there is no result of control ${id}`);
    return passed ? undefined : certainly(`control ${id} is not passed`);
  },
});
