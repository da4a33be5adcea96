import type { ComponentProps } from 'react'
import { Card } from './card'

export function SectionCard({
  id,
  title,
  children,
  ...props
}: Omit<ComponentProps<typeof Card>, 'as' | 'aria-labelledby'> & { id: string; title: string }) {
  return (
    <Card as="section" aria-labelledby={id} {...props}>
      <h3 id={id}>{title}</h3>
      {children}
    </Card>
  )
}
