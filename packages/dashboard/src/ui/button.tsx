import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

/** Look of a button: `primary` for the one main action, `danger` for what cannot be undone. */
export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'plain';

interface Look {
  readonly look?: ButtonLook;
  readonly small?: boolean;
}

const classOf = ({ look = 'primary', small = false }: Look): string =>
  ['button', look === 'primary' ? '' : look, small ? 'small' : ''].filter((name) => name !== '').join(' ');

/** A button. While `isPending` it keeps its focus and ignores presses. */
export function Button({
  look,
  small,
  ...props
}: Omit<AriaButtonProps, 'className' | 'style'> & Look & { readonly children?: ReactNode }) {
  return (
    <AriaButton
      {...props}
      // Otherwise the field before loses its focus at the press, its error may go, and the button moves away from the click.
      preventFocusOnPress={props.type === 'submit'}
      className={classOf({ ...(look && { look }), ...(small && { small }) })}
    />
  );
}

/** A link outside the application, such as the sign-in or a download, that looks like a button. */
export function ButtonLink({
  look,
  small,
  ...props
}: Omit<ComponentProps<'a'>, 'className' | 'style'> & Look) {
  return <a {...props} className={classOf({ ...(look && { look }), ...(small && { small }) })} />;
}

/** A link to a page of the application. */
export const AppLink = createLink((props: ComponentProps<'a'>) => <a {...props} />);

/** A link to a page of the application that looks like a button. */
export const AppButtonLink = createLink(ButtonLink);
