import type { TimetablePreview } from '~/domain/week/import.server'
import { paths } from '~/paths'
import { EncodingChoice, formatCount, LineList, ListCheck } from '~/routes/parts/import/import-preview'
import { ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

/** Previews a timetable before it is stored, with a button that adds its sessions. The form sends the timetable again. */
export function TimetablePreviewPage({
  preview: { found, first, present, refused, encoding, readings },
  list,
  studentIds,
}: {
  preview: TimetablePreview
  list: string
  studentIds: number[]
}) {
  const sessions = formatCount(found, 'session')
  return (
    <ListCheck
      title="Check the sessions"
      found={found === 0 ? 'No session of this timetable can be added.' : `We found ${sessions} to add.`}
    >
      <LineList id="refused" title="These can’t be added" unit="row" {...refused} />
      <LineList id="present" title="Already there" unit="row" {...present} />
      <LineList id="sessions-found" title="To add" unit="row" {...first} />
      <PostForm
        intent="import-timetable"
        failure="Failed to import the timetable"
        preservedNote="Your timetable is still here."
        isTyped={false}
        encType="multipart/form-data"
        className="space-y-6"
      >
        <input type="hidden" name="list" value={list} />
        {studentIds.map((id) => (
          <input key={id} type="hidden" name="studentIds" value={id} />
        ))}
        {readings.length > 0 && <EncodingChoice encoding={encoding} readings={readings} />}
        <div className="flex flex-wrap gap-4">
          {found > 0 && <SubmitButton submitLabel={`Add ${sessions}`} pendingLabel="Adding..." />}
          <ButtonLink to={paths.dashboard.timetable.week.import} reloadDocument variant="secondary">
            Choose another timetable
          </ButtonLink>
        </div>
      </PostForm>
    </ListCheck>
  )
}
