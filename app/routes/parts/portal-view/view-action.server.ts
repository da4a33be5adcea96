import type { ActionFunctionArgs } from '@remix-run/node'
import { getUser } from '~/auth/identity.server'
import { type Change, toChange } from '~/domain/change.server'
import { type PartsShown, presetParts, toPartsShown } from '~/domain/portal-view/portal-view'
import { changePortalView, describePortalView, partsForm, presetForm } from '~/domain/portal-view/portal-view.server'
import { Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'

/** Saves what a student sees, and shows the page at `path` again. */
export async function saveView(args: ActionFunctionArgs, studentId: number, path: string, text: string) {
  const { context } = args
  const user = getUser(args)
  const form = await readSubmission(args)
  const save = async (change: Change<PartsShown>) => {
    await changePortalView(context.db, user, studentId, change)
    return redirectWithMessage(context, path, { kind: 'success', title: 'Saved', text })
  }
  const savePreset = () =>
    handleSubmission(
      parseForm(form, presetForm),
      ({ preset, version }) => save({ version, patch: toPartsShown(presetParts[preset]) }),
      {
        // Nothing is typed: the page shows what is chosen now.
        redirectOnRefusal: (error) =>
          error instanceof Refused && error.kind === 'conflict'
            ? redirectWithMessage(context, path, { kind: 'error', title: 'That did not work', text: error.message })
            : undefined,
      },
    )
  const saveParts = () =>
    handleSubmission(parseForm(form, partsForm), (fields) => save(toChange(fields)), {
      descriptions: describePortalView,
    })
  return selectByIntent(form, { preset: savePreset, parts: saveParts })()
}
