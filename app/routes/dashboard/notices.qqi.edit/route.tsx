import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { changePhotoNotice, describePhotoNotice, readPhotoNotice } from '~/domain/notices/photo-notice.server'
import { type PhotoNoticeWords, photoNoticeEdit } from '~/domain/notices/photo-notice-schema'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { PreviewButton, ReadingAdvice } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'

export const handle = defineScreen({ access: 'tutor', title: 'Edit the photo notice' })

export const loader = createPageLoader(async ({ db }) => readPhotoNotice(db))
export const action = createFormAction(
  photoNoticeEdit,
  async (notice, { db, tutor }) => {
    await changePhotoNotice(db, tutor, toChange(notice))
    return createSaveResult('notice', 'updated', paths.dashboard.notices.list)
  },
  { inWords: describePhotoNotice },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const loadRules = () => import('~/domain/notices/photo-notice-schema').then(({ photoNoticeEdit }) => photoNoticeEdit)

export default function EditPhotoNotice() {
  const { id: _, ...notice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, { title, text, isHiddenWhenEmpty, version }] = useSiteForm<PhotoNoticeWords & { version?: number }>({
    id: 'photo-notice',
    result: answer?.result,
    defaultValue: notice,
    rules: loadRules,
  })
  return (
    <Card className="max-w-2xl">
      <h2>Edit the photo notice</h2>
      <RecordForm
        form={form}
        fields={[title, text, isHiddenWhenEmpty]}
        version={version}
        answer={answer}
        failure="Failed to update notice"
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={paths.dashboard.notices.list}
        buttons={<PreviewButton label="Check the reading level" />}
        className="mt-4 space-y-6"
      >
        <p className="border-l-4 border-river pl-4">Everyone with an account can see it: students and tutors.</p>
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={text} required label="Text" rows={4} />
        <ReadingAdvice text={text.value ?? ''} advice={answer?.advice} />
        <CheckboxField field={isHiddenWhenEmpty} label="Hide the notice while it has no photos" />
      </RecordForm>
    </Card>
  )
}
