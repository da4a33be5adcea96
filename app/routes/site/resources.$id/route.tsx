import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { findPublicResource } from '~/domain/resources/resources.server'
import { Listen } from '~/ui/listen/listen'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { BackLink } from '~/ui/portal/back-link'
import { EasyReadPart } from '~/ui/site/easy-read-part'
import { Container, TextTop } from '~/ui/site/page'
import { publicTitle } from '~/ui/site/public-title'
import { RichText } from '~/ui/site/rich-text'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const resource = orNotFound(await findPublicResource(context.db, pathId(params.id)))
  return { resource }
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const resource = args.data?.resource
  return publicTitle(resource?.title ?? 'Page Not Found', resource?.description ?? undefined)(args)
}

export default function Resource() {
  const { resource } = useLoaderData<typeof loader>()
  return (
    <article id="resource" className="print-black">
      <TextTop>
        <BackLink to="/resources">Resources for Families</BackLink>
        <CategoryBadge category={resource.category} />
        <h1 className="mt-4">{resource.title}</h1>
        {resource.description && <p className="mt-4 max-w-measure text-lead">{resource.description}</p>}
        <Listen to="resource" />
      </TextTop>
      <Container className="py-8 lg:py-12">
        <EasyReadPart html={resource.easyRead} />
        <RichText html={resource.content} />
      </Container>
    </article>
  )
}
