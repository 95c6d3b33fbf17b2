/** A text in which backquotes enclose code. */
export const CodeText = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, index) =>
      // Parts have no ids, and never change.
      index % 2 === 0 ? part : <code key={index}>{part}</code>,
    )}
  </>
);
