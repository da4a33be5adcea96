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
/** In styles.css: a list has three buttons a record, and each would repeat some hundred letters. */
const shape = 'button'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: Variant
  /** Whether what it does is under way, or has nothing to work on: pressing it does nothing, and it keeps the focus, which a disabled button loses. */
  busy?: boolean
}

// Each begins with a space, which no style sheet shows: without one, buttons in a row would be read as one word.

/** A button at least 48 px high; one primary button on a screen. */
export function Button({
  variant = 'primary',
  type = 'submit',
  busy = false,
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
        aria-disabled={busy || undefined}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
        {...props}
      />
    </>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', className, ...props }: LinkProps & { variant?: Variant }) {
  return (
    <>
      {' '}
      <Link className={classes(shape, variants[variant], 'no-underline', className)} {...props} />
    </>
  )
}

/** The same with a full page load, for addresses outside of Remix's pages, such as files. */
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
