import type { RegisterView } from '~/domain/attendance/register.server'
import { formatTyped } from '~/domain/times'
import { formatRegisterNews, getRegisterPath } from '~/routes/parts/addresses'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { TimeQuestion } from '~/ui/forms/time-question'
import { attendanceStates } from '~db/choices'

const headings = { here: 'Here', 'not here': 'Not here', late: 'Late', 'left early': 'Left early' }

interface RegisterFormProps {
  register: RegisterView
  typed?: Record<string, string>
}

/** A line for each student. Absences that are known are filled in. Times follow once a line says late or left early. */
export function RegisterForm({ register, typed }: RegisterFormProps) {
  const { date, sessionId, opened, students } = register
  const rows = students.map((student) => {
    const { id, mark, absence } = student
    const state = typed ? typed[`s${id}`] : (mark?.state ?? (absence ? 'not here' : undefined))
    return { ...student, state, isChanged: Boolean(typed && mark && mark.state !== state) }
  })
  const timed = rows.filter(({ mark }) => mark?.state === 'late' || mark?.state === 'left early')
  return (
    <PostForm intent="register" failure="Failed to save the register" action={getRegisterPath(register)}>
      <input type="hidden" name="date" value={date} />
      <input type="hidden" name="session" value={sessionId ?? ''} />
      <input type="hidden" name="opened" value={opened} />
      <input type="hidden" name="seen" value={students.flatMap(({ id, news }) => (news ? id : [])).join()} />
      <div key={opened}>
        <table className="w-full border-collapse text-left">
          <thead className="sticky top-0 bg-paper">
            <tr className="text-small leading-tight">
              <th scope="col" className="w-full">
                Name
              </th>
              {attendanceStates.map((state) => (
                <th key={state} scope="col" className="text-center">
                  {headings[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border border-line bg-white">
            {rows.map(({ id, name, state: chosen, mark, absence, news, isChanged }) => (
              <tr key={id}>
                <th scope="row" className="long-words px-1 text-small font-normal leading-tight">
                  {name} {absence && !news && <span className="block">{absence} </span>}
                  {news && <strong className="block text-amber">{formatRegisterNews(news)}</strong>}
                  {isChanged && mark && <strong className="block">Now: {mark.state}</strong>}
                </th>
                {attendanceStates.map((state) => (
                  <td key={state} className="p-0">
                    <label className="flex min-h-control min-w-12 items-center justify-center">
                      <input
                        type="radio"
                        name={`s${id}`}
                        value={state}
                        defaultChecked={chosen === state}
                        className="h-12 w-12 scroll-mt-32 accent-river"
                        aria-label={`${name}: ${state}`}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {timed.length > 0 && (
          <fieldset className="mt-4 space-y-3">
            <legend className="font-bold">Times (optional)</legend>
            {timed.map(({ id, name, mark }) => (
              <label key={id} className="block">
                {name}: {mark?.state}
                <input
                  type="text"
                  name={`t${id}`}
                  defaultValue={typed?.[`t${id}`] ?? formatTyped(mark?.time ?? '')}
                  autoComplete="off"
                  className="control border-stone"
                />
              </label>
            ))}
            <TimeQuestion
              fields={timed.map(({ id, state }) => ({
                name: `t${id}`,
                value: typed?.[`t${id}`],
                isAsked: state === 'late' || state === 'left early',
              }))}
            />
          </fieldset>
        )}
      </div>
      <p className="no-print mt-4 flex flex-wrap gap-3">
        <SubmitButton name="rest" value="here" submitLabel="Everybody else is here" pendingLabel="Saving..." />
        <SubmitButton variant="secondary" otherButton="rest" submitLabel="Save" pendingLabel="Saving..." />
      </p>
    </PostForm>
  )
}
