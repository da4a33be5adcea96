import { redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { getEasyReadAdvice, getReadingAdvice } from '~/domain/reading.server'
import { Refused } from '~/domain/refused'
import { renderMarkdown } from '~/domain/rich-text.server'
import { removeSectionDrafts, saveSectionDraft } from '~/domain/website/drafts.server'
import { type EasyReadWords, getSectionPath } from '~/domain/website/easy-read.server'
import { getSectionFormRules } from '~/domain/website/fields.server'
import { listPictureAddresses } from '~/domain/website/picture'
import { getPictureAdvice, storeChosenPictures } from '~/domain/website/pictures.server'
import { findPage, listExampleSections, openSection, publishSection } from '~/domain/website/website.server'
import { describeSection, getEditableSection, toStoredSection } from '~/domain/website/words.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { findEditedPage, findEditedSection, redirectToEditor } from '~/routes/parts/website/editor.server'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { Advice } from '~/ui/forms/html-field'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { createItemsByList, describeListChange } from './list-field'
import { SectionDraftNotice, SectionForm } from './section-form'
import type { Preview } from './words-field'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'website',
  body: 'files',
  detail: ({ page, view }) => `${view.title}: ${page.title}`,
})

export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { params, context } = args
  const { name, page } = findEditedPage(params.page)
  const { section, view } = findEditedSection(page, params.section)
  const { words, ...opened } = await openSection(context.db, user, page, section)
  const editable = getEditableSection(view, words, context.settings.centre)
  const ideas = section === 'easyRead' ? (editable.words as EasyReadWords).ideas : []
  return {
    page: { name, title: page.title, to: page.to },
    view,
    ...opened,
    words: editable.words,
    previews: editable.previews.map(([typed, html]): Preview => [typed, { html, advice: getReadingAdvice(html) }]),
    advice: [
      ...(section === 'easyRead'
        ? getEasyReadAdvice(ideas.map(({ text }) => text).join('\n'))
        : getReadingAdvice(renderMarkdown(editable.plain.join('\n\n')))),
      ...getPictureAdvice(editable.words, page.first[section]),
    ],
    isExample: listExampleSections(page, await findPage(context.db, page)).includes(section),
    students: await listStudents(context.db, user),
    hiddenReasons: await findHiddenReasons(context.db, user, 'website', listPictureAddresses(editable.words)),
  }
})

const MOST_NOTES = 3

export const action = createPageAction(async (args) => {
  const user = args.tutor
  const { params, context } = args
  const { db } = context
  const { name, page } = findEditedPage(params.page)
  const { section, view } = findEditedSection(page, params.section)
  const submitted = await readSubmission(args)
  const isDiscarded = selectByIntent(submitted, { forget: true, section: false }, false)
  if (isDiscarded) {
    await removeSectionDrafts(db, user, page, section)
    return redirectToEditor(
      context,
      paths.dashboard.profile.website.section(name, section),
      'Changes discarded',
      'You see the published words again.',
    )
  }
  const { centre } = context.settings
  const opened = await openSection(db, user, page, section)
  const { words } = getEditableSection(view, opened.words, centre)
  const { form, refused, notes } = await storeChosenPictures(db, context.uploads, user, submitted, {
    fields: view.fields,
    words,
  })
  const note = Object.values(notes).flat().slice(0, MOST_NOTES).join(' ')
  const throwRefusal = async () => {
    if (refused) throw refused
  }
  // A form that comes back shows the notes next to their pictures.
  const throwNotes = async () => {
    await throwRefusal()
    if (note) throw new Refused('invalid', note, { errors: notes })
  }
  return handleSubmission(
    // The rules are built from the page's sections, so TypeScript does not know their fields.
    parseForm(form, getSectionFormRules(page.sections[section] as never), createItemsByList(view)),
    async ({ version, ...words }: Record<string, unknown>) => {
      await throwRefusal()
      const change = { version: version as number, words: toStoredSection(view, words, centre) }
      if (form.has('see')) {
        await saveSectionDraft(db, user, page, section, change)
        const preview = `${getSectionPath(page, section)}?preview`
        const message = { kind: 'success', title: 'Please check the picture', text: note } as const
        const { headers } = note ? await redirectWithMessage(context, preview, message) : {}
        return redirectDocument(preview, { status: 303, headers })
      }
      await publishSection(db, user, page, section, change)
      return redirectToEditor(
        context,
        paths.dashboard.profile.website.page(name),
        'Published',
        `Everyone can see ‘${view.title}’ now.`,
        note,
      )
    },
    {
      descriptions: describeSection(view, centre),
      listChange: () => describeListChange(view, form),
      refine: throwNotes,
    },
  )
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditSection() {
  const { page, view, words, previews, version, draftAt, isExample, advice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const editor = paths.dashboard.profile.website.page(page.name)
  return (
    <>
      <BackLink to={editor}>Back to {page.title}</BackLink>
      <Card isSnug className="max-w-5xl">
        <h2>{view.title}</h2>
        {view.hint && <p className="mt-2">{view.hint}</p>}
        {isExample && !draftAt && (
          <p className="mt-2 border-l-4 border-sun pl-4">
            These are example words. Change them, or leave them if they are right for your centre. Then press ‘Publish’.
          </p>
        )}
        <p className="mt-2 text-small text-ink-soft">
          If you change the name, telephone, email or address in{' '}
          <Link to={paths.dashboard.profile.website.centre}>The centre’s details</Link>, they change here too.
        </p>
        {draftAt && <SectionDraftNotice at={draftAt} />}
        {advice.length > 0 && (
          <div className="mt-4">
            <Advice lines={advice} />
          </div>
        )}
        <SectionForm
          key={draftAt ?? version}
          view={view}
          words={words}
          previews={previews}
          version={version}
          answer={answer}
          cancelTo={editor}
        />
      </Card>
    </>
  )
}
