import { ApiExtension } from '@nestjs/swagger';

// Where the text waits between the decorator of a rule and the finished document.
const EXTENSION = 'x-access-text';

/** Who may call an operation, in words, for its description. @param text Markdown */
export const AccessText = (text: string): MethodDecorator => ApiExtension(EXTENSION, text);

/** Moves the text into the description of an operation, behind what is there. */
export function describeAccess(operation: { description?: string; [EXTENSION]?: string }): void {
  const { [EXTENSION]: text, description = '' } = operation;
  if (text === undefined) return;
  Reflect.deleteProperty(operation, EXTENSION);
  operation.description = [description, `**Who may call:** ${text}`]
    .filter((part) => part !== '')
    .join('\n\n');
}
