import type { ReactNode } from 'react'
import { classes } from './classes'

/** A bordered box. `as` is its element; `isSnug` reduces the padding on phones, for long lists. */
export function Card({
  as: Element = 'div',
  isSnug = false,
  className,
  children,
  ...rest
}: {
  as?: 'div' | 'li' | 'article' | 'section'
  isSnug?: boolean
  className?: string
  children: ReactNode
  'aria-labelledby'?: string
  id?: string
}) {
  return (
    <Element
      className={classes(
        'long-words min-w-0 rounded border border-line bg-white shadow-card',
        isSnug ? 'p-4 sm:p-6' : 'p-6',
        className,
      )}
      {...rest}
    >
      {children}
    </Element>
  )
}
