import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classes } from './classes'
import { Link, type LinkProps } from './link'

type Variant = 'primary' | 'secondary' | 'danger' | 'light'

const variants: Record<Variant, string> = {
  primary: 'border-river bg-river text-white hover:border-river-deep hover:bg-river-deep',
  secondary: 'border-river bg-white text-river hover:bg-tide',
  danger: 'border-brick bg-white text-brick hover:bg-brick-tint',
  light: 'border-white bg-white text-river-deep hover:bg-tide',
}
/** Styled in styles.css: lists have three buttons a record, and each would repeat the utility classes. */
const shape = 'button'

/** The classes of a button that a script creates. */
export const getButtonClass = (variant: Variant) => classes(shape, variants[variant])

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: Variant
  /** Whether its action is running or unavailable: presses are ignored. Unlike a disabled button, it keeps the focus. */
  isBusy?: boolean
}

// Each starts with a space, so that without a style sheet adjacent labels do not run together.

/** A button at least 48 px high. Use one primary button a screen. */
export function Button({
  variant = 'primary',
  type = 'submit',
  isBusy = false,
  className,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <>
      {' '}
      <button
        type={type}
        className={classes(shape, variants[variant], className)}
        aria-disabled={isBusy || undefined}
        onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
        {...props}
      />
    </>
  )
}

export function ButtonLink({ variant = 'primary', className, ...props }: LinkProps & { variant?: Variant }) {
  return (
    <>
      {' '}
      <Link className={classes(shape, variants[variant], 'no-underline', className)} {...props} />
    </>
  )
}

/** A link that looks like a button and loads the whole page, for addresses outside Remix, such as files. */
export function ButtonAnchor({
  variant = 'primary',
  className,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { variant?: Variant }) {
  return (
    <>
      {' '}
      <a className={classes(shape, variants[variant], 'no-underline', className)} {...props} />
    </>
  )
}
