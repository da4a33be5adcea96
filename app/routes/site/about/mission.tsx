import type { AboutWords } from '~/domain/website/about.server'
import { Container } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'

/** The mission, beside its picture. */
export function Mission({ words: { heading, text, picture } }: { words: AboutWords['mission'] }) {
  return (
    <section aria-labelledby="mission" className="bg-tide py-12 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <div className="prose">
          <h2 id="mission">{heading}</h2>
          <RichText html={text} />
        </div>
        <Picture shown={picture} width={800} height={600} className="h-auto w-full rounded" />
      </Container>
    </section>
  )
}
