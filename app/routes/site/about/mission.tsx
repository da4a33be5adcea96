import { mission } from '~/content/about'
import { Container } from '~/ui/page'
import { Picture } from '~/ui/picture'

/** The mission, beside a drawing of the choir. */
export function Mission() {
  return (
    <section aria-labelledby="mission" className="bg-tide py-12 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <div className="prose">
          <h2 id="mission">{mission.heading}</h2>
          {mission.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <Picture
          name="choir"
          alt="Our choir sings: seven people of different ages with song books, one at the keyboard."
          width={800}
          height={600}
          className="h-auto w-full rounded"
        />
      </Container>
    </section>
  )
}
