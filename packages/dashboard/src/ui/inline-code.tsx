import { Fragment } from 'react';

/** A text of the server, in which backticks enclose code. */
export const InlineCode = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, index, { length }) =>
      // A backtick without a second one is part of the text.
      index % 2 === 0 ? (
        <Fragment key={index}>{part}</Fragment>
      ) : index === length - 1 ? (
        <Fragment key={index}>{`\`${part}`}</Fragment>
      ) : (
        <code key={index}>{part}</code>
      ),
    )}
  </>
);
