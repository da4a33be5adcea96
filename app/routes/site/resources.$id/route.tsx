import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { findPublicResource } from '~/domain/resources/resources.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Link } from '~/ui/link'
import { Listen } from '~/ui/listen/listen'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { BackLink } from '~/ui/portal/back-link'
import { PhoneLink } from '~/ui/site/contact-links'
import { EasyReadBox } from '~/ui/site/easy-read-part'
import { Container, NextStep, TextHeader } from '~/ui/site/page'
import { RichText } from '~/ui/site/rich-text'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: (data) => data?.resource.title ?? 'Page Not Found',
  description: ({ resource }) => resource.description ?? undefined,
})

export async function loader({ params, context }: LoaderFunctionArgs) {
  const resource = orNotFound(await findPublicResource(context.db, parsePathId(params.id)))
  return { resource }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function ResourcePage() {
  const { resource } = useLoaderData<typeof loader>()
  return (
    <>
      <article id="resource" className="print-black">
        <TextHeader>
          <BackLink to={paths.resources.list}>Resources for Families</BackLink>
          <CategoryBadge category={resource.category} />
          <h1 className="mt-4">{resource.title}</h1>
          {resource.description && <p className="mt-4 max-w-measure text-lead">{resource.description}</p>}
          <Listen to="resource" />
        </TextHeader>
        <Container className="py-8 lg:py-12">
          <EasyReadBox html={resource.easyRead} />
          <RichText html={resource.content} />
        </Container>
      </article>
      <NextStep heading="Do you want to talk about it?">
        <p className="mt-2">
          Ring <PhoneLink isInText /> or <Link to={paths.contact}>write to us</Link>.
        </p>
      </NextStep>
    </>
  )
}
