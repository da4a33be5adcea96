import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

export function Container({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('mx-auto w-full max-w-page px-4 sm:px-6', className)}>{children}</div>
}

export function Section({
  id,
  heading,
  background = 'paper',
  intro,
  children,
}: {
  id: string
  heading: string
  background?: 'paper' | 'sand' | 'tide' | 'white'
  intro?: ReactNode
  children: ReactNode
}) {
  const backgrounds = { paper: 'bg-paper', sand: 'bg-sand', tide: 'bg-tide', white: 'bg-white' }
  return (
    <section aria-labelledby={id} className={classes('py-6 lg:py-16', backgrounds[background])}>
      <Container>
        <h2 id={id}>{heading}</h2>
        {intro && <div className="prose mt-3 text-ink-soft sm:text-lead">{intro}</div>}
        <div className="mt-4 lg:mt-10">{children}</div>
      </Container>
    </section>
  )
}

export function TextHeader({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-8 lg:pt-14">
      <div className="border-b-2 border-line pb-6 lg:pb-8">{children}</div>
    </Container>
  )
}

/** The top of a text page: its h1 and an introduction. */
export function PageHeading({
  heading,
  above,
  children,
}: {
  heading: string
  above?: ReactNode
  children?: ReactNode
}) {
  return (
    <TextHeader>
      {above}
      <h1>{heading}</h1>
      {children && <div className="prose mt-4 text-lead">{children}</div>}
    </TextHeader>
  )
}

export function NextStep({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby="next-step" className="no-print mt-auto bg-sand py-6 lg:py-10">
      <Container>
        <h2 id="next-step" className="text-h3">
          {heading}
        </h2>
        {children}
      </Container>
    </section>
  )
}
