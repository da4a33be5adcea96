import type { AboutWords } from '~/domain/website/about.server'
import { Section } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'

/** Person Centred Planning: what a plan is, and its four steps. */
export function Planning({ words: { heading, text, picture, steps } }: { words: AboutWords['planning'] }) {
  return (
    <Section id="planning" heading={heading} ground="sand">
      <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <Picture shown={picture} width={800} height={600} className="h-auto w-full rounded" />
        <div className="text-lead">
          <RichText html={text} />
        </div>
      </div>
      <ol className="mt-10 grid gap-6 sm:grid-cols-2 lg:gap-8">
        {steps.map((step, index) => (
          <li key={step.title} className="flex gap-4 rounded border border-line bg-white p-5 shadow-card lg:p-6">
            <span
              aria-hidden="true"
              className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-river text-lead font-bold text-white"
            >
              {index + 1}
            </span>
            <div>
              <h3>{step.title}</h3>
              <p className="mt-1">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
