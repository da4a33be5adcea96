import type { ReactNode } from 'react'
import { classes } from './classes'

/** The width of every page's content. */
export function Container({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('mx-auto w-full max-w-page px-4 sm:px-6', className)}>{children}</div>
}

/** A full-width band with its own background, named by its heading. */
export function Section({
  id,
  heading,
  ground = 'paper',
  intro,
  children,
}: {
  id: string
  heading: string
  ground?: 'paper' | 'sand' | 'tide' | 'white'
  intro?: ReactNode
  children: ReactNode
}) {
  const grounds = { paper: 'bg-paper', sand: 'bg-sand', tide: 'bg-tide', white: 'bg-white' }
  return (
    <section aria-labelledby={id} className={classes('py-12 lg:py-16', grounds[ground])}>
      <Container>
        <h2 id={id}>{heading}</h2>
        {intro && <div className="prose mt-3 text-lead text-ink-soft">{intro}</div>}
        <div className="mt-8 lg:mt-10">{children}</div>
      </Container>
    </section>
  )
}

/** The top of a page: its h1 and an introduction. */
export function PageHeading({
  heading,
  children,
  picture,
}: {
  heading: string
  children?: ReactNode
  picture?: ReactNode
}) {
  return (
    <div className="bg-tide">
      <Container
        className={classes(
          'grid items-center gap-x-12 gap-y-8 py-10 lg:py-14',
          picture ? 'lg:grid-cols-[3fr_2fr]' : '',
        )}
      >
        <div>
          <h1>{heading}</h1>
          {children && <div className="prose mt-4 text-lead">{children}</div>}
        </div>
        {picture}
      </Container>
    </div>
  )
}
