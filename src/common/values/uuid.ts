const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether `text` is a UUID in the form used in responses: lower case, with hyphens. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
