import type { ReactNode } from 'react'
import { classes } from './classes'

/** A bordered box. `as` names the element: an article, a list item, a section. */
export function Card({
  as: Element = 'div',
  className,
  children,
  ...rest
}: {
  as?: 'div' | 'li' | 'article' | 'section'
  className?: string
  children: ReactNode
  'aria-labelledby'?: string
  id?: string
}) {
  return (
    <Element
      className={classes('long-words min-w-0 rounded border border-line bg-white p-6 shadow-card', className)}
      {...rest}
    >
      {children}
    </Element>
  )
}
