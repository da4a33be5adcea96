import type { ReactNode } from 'react'
import type { TimetablePreview } from '~/domain/week/import.server'
import { paths } from '~/paths'
import { ColumnUses, EncodingChoice, formatCount, LineList, ListCheck } from '~/routes/parts/import/import-preview'
import { ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

/** Previews a timetable before it is stored, with a button that adds its sessions. The form sends the timetable again. */
export function TimetablePreviewPage({
  preview,
  list,
  studentIds,
}: {
  preview: TimetablePreview
  list: string
  studentIds: number[]
}) {
  const { found, joined, first, present, refused, notOn, doubtful, open, unused, skipped } = preview
  const { half, dates, encoding, readings, columns } = preview
  const sessions = formatCount(found, 'session')
  const number = found + joined
  const texts = [
    found > 0 && `We found ${sessions} to add.`,
    joined > 0 && `Students join ${formatCount(joined, 'session')} that ${joined === 1 ? 'exists' : 'exist'}.`,
  ].filter(Boolean)
  const submitLabel =
    found === 0 ? 'Add the students' : joined === 0 ? `Add ${sessions}` : `Add ${sessions} and the students`
  const isOpen = open.number > 0
  const nothing = isOpen ? 'Please answer first.' : 'No session of this timetable can be added.'
  return (
    <ListCheck title="Check the sessions" found={texts.join(' ') || nothing}>
      <PostForm
        intent="import-timetable"
        failure="Failed to import the timetable"
        preservedNote="Your timetable is still here."
        isTyped={false}
        encType="multipart/form-data"
        className="space-y-6"
      >
        <input type="hidden" name="list" value={list} />
        {half && <input type="hidden" name="half" value={half} />}
        {dates && <input type="hidden" name="dates" value={dates} />}
        {studentIds.map((id) => (
          <input key={id} type="hidden" name="studentIds" value={id} />
        ))}
        <Questions {...preview} />
        <LineList id="open" title="Waiting for your answer" unit="row" {...open} />
        <LineList id="refused" title="These can’t be added" unit="row" {...refused} />
        <LineList id="not-on" title="These are not on, so we don’t add them" unit="row" {...notOn} />
        <LineList id="doubtful" title="Please check these" unit="row" {...doubtful} />
        <LineList id="present" title="Already there" unit="row" {...present} />
        <LineList id="sessions-found" title="To add" unit="row" {...first} />
        <ColumnUses columns={columns} unused={unused} />
        {skipped.length > 0 && (
          <section aria-labelledby="skipped">
            <h4 id="skipped">We don’t use these rows</h4>
            <ul className="mt-3 long-words">
              {skipped.map(({ line, text }) => (
                <li key={line}>
                  Row {line}: {text}
                </li>
              ))}
            </ul>
          </section>
        )}
        {readings.length > 0 && <EncodingChoice encoding={encoding} readings={readings} />}
        <div className="flex flex-wrap gap-4">
          {number > 0 && !isOpen && (
            <SubmitButton submitLabel={submitLabel} pendingLabel="Adding..." otherButton="again" />
          )}
          <ButtonLink to={paths.dashboard.timetable.week.import} reloadDocument variant="secondary">
            Choose another timetable
          </ButtonLink>
        </div>
      </PostForm>
    </ListCheck>
  )
}

const answerLabels = {
  am: 'at night or in the morning',
  pm: 'in the afternoon',
  once: 'for one day only',
  weekly: 'for every week from that day on',
}

function Questions({ timesAsked, datesAsked, half, dates }: TimetablePreview) {
  return (
    <>
      {timesAsked && (
        <Question id="times-asked" title="Some times have no am or pm. Your answer is for all of them.">
          <AnswerButton answer="pm">{timesAsked.pm}</AnswerButton>
          <AnswerButton answer="am">{timesAsked.am}</AnswerButton>
        </Question>
      )}
      {!timesAsked && datesAsked && (
        <Question
          id="dates-asked"
          title={`This timetable has dates, such as ${datesAsked.date}. When are these sessions on?`}
        >
          <AnswerButton answer="once">On these days only</AnswerButton>
          <AnswerButton answer="weekly">Every week from these days on</AnswerButton>
        </Question>
      )}
      {half && (
        <Answered text={`Times from 1:00 to 6:59 without am or pm are ${answerLabels[half]}.`}>
          <AnswerButton answer={half === 'pm' ? 'am' : 'pm'}>
            Change to {half === 'pm' ? 'night' : 'afternoon'}
          </AnswerButton>
        </Answered>
      )}
      {dates && (
        <Answered text={`Sessions with a date are ${answerLabels[dates]}.`}>
          <AnswerButton answer={dates === 'once' ? 'weekly' : 'once'}>
            Change to {dates === 'once' ? 'every week' : 'one day'}
          </AnswerButton>
        </Answered>
      )}
    </>
  )
}

function Question({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-3 rounded border-2 border-river bg-tide p-4">
      <h4 id={id}>{title}</h4>
      <div className="flex flex-wrap gap-3">{children}</div>
    </section>
  )
}

function Answered({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      {text} {children}
    </p>
  )
}

function AnswerButton({ answer, children }: { answer: keyof typeof answerLabels; children: string | string[] }) {
  return (
    <SubmitButton
      name="again"
      value={answer}
      variant="secondary"
      submitLabel={[children].flat().join('')}
      pendingLabel="Reading..."
    />
  )
}
