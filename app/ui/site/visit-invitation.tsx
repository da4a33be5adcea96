import { VISIT_PATH } from '~/domain/enquiries/enquiries'
import { ButtonLink } from '~/ui/button'
import { PhoneLink } from './contact-links'
import { Container } from './page'

export function VisitInvitation({ words }: { words: { heading: string; text: string; link: string } }) {
  return (
    <section aria-labelledby="visit" className="not-plain print-black bg-river text-white">
      <Container className="flex flex-wrap items-center justify-between gap-x-12 gap-y-4 py-6 lg:py-12">
        <div className="max-w-2xl">
          <h2 id="visit">{words.heading}</h2>
          <p className="mt-2">{words.text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <ButtonLink to={VISIT_PATH} variant="light">
            {words.link}
          </ButtonLink>
          {/* On phones the footer starts with the number. */}
          <span className="hidden sm:inline">
            <PhoneLink className="text-white" />
          </span>
        </div>
      </Container>
    </section>
  )
}
