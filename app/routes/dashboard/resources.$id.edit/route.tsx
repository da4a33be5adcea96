import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { typedEasyRead } from '~/domain/easy-read.server'
import { readingAdvice } from '~/domain/reading.server'
import { changeResource, findResource, resourceInWords, typedContent } from '~/domain/resources/resources.server'
import { resourceEdit } from '~/domain/resources/schema'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Resource',
  detail: ({ resource }) => resource.title,
})

export const loader = recordLoader(
  ({ db, id }) => findResource(db, id),
  (resource) => ({
    resource,
    advice: readingAdvice(resource.content),
    typed: { content: typedContent(resource), easyRead: typedEasyRead(resource) },
  }),
)
export const action = formAction(
  resourceEdit,
  async (resource, { db, tutor, id }) => {
    await changeResource(db, tutor, id, changeOf(resource))
    return { to: paths.dashboard.resources.list, title: 'Success', text: 'Resource updated successfully' }
  },
  { inWords: resourceInWords },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditResource() {
  const { resource, advice, typed } = useLoaderData<typeof loader>()
  const { title, description, category, content, isPublic, version } = resource
  return (
    <ResourceForm
      resource={{ title, description, category, ...typed, isPublic, version }}
      preview={content}
      advice={advice}
      answer={useActionData<typeof action>()}
    />
  )
}
