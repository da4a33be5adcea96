import { Fragment, type ReactNode } from 'react'
import {
  findPreset,
  type PortalPart,
  partWords,
  portalParts,
  portalPresets,
  presetWords,
  TAB_PARTS,
} from '~/domain/portal-view/portal-view'
import type { PartsForm, PortalView } from '~/domain/portal-view/portal-view.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { CheckboxField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { Icon } from '~/ui/icon'
import { SectionCard } from '~/ui/section-card'

/** A student's page, as a tutor sees it. */
export function ForTutors({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <p className="mt-2">{children}</p>
      <ButtonLink to={paths.dashboard.profile.people.list} variant="secondary" className="mt-4">
        People
      </ButtonLink>
    </>
  )
}

interface ViewFormsProps {
  view: PortalView
  answer: FormResult | undefined
  path: string
}

/** Chooses what a student sees: one press, or part by part. Use the view's version as the key. */
export function ViewForms({ view, answer, path }: ViewFormsProps) {
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
      <PresetForm view={view} />
      <PartsFields view={view} answer={answer} path={path} />
    </div>
  )
}

function PresetForm({ view }: Pick<ViewFormsProps, 'view'>) {
  const current = findPreset(view)
  return (
    <PostForm intent="preset" failure="We could not save this" isTyped={false} className="grid gap-4">
      <input type="hidden" name="version" value={view.version} />
      {portalPresets.map((preset) => (
        <Fragment key={preset}>
          {/* Without a style sheet, adjacent labels do not run together. */}{' '}
          <button
            type="submit"
            name="preset"
            value={preset}
            aria-pressed={preset === current}
            className={classes(
              'button w-full flex-col px-2',
              // The border and the tick show it in print and in forced colours, too.
              preset === current
                ? 'border-4 border-river bg-river text-white'
                : 'border-river bg-white text-river hover:bg-tide',
            )}
          >
            <span className="text-lead">
              {preset === current && <Icon name="check" className="mr-1 inline-block h-5 w-5" />}
              {presetWords[preset].label}
            </span>{' '}
            <span>{presetWords[preset].about}</span>
          </button>
        </Fragment>
      ))}
    </PostForm>
  )
}

function PartsFields({ view: { id: _, ...defaultValue }, answer, path }: ViewFormsProps) {
  const { result, conflict } = answer?.form === 'parts' ? answer : {}
  const [form, fields] = useSiteForm<PartsForm>({ id: 'parts', intent: 'parts', result, defaultValue })
  const renderFields = (parts: readonly PortalPart[], legend: string) => (
    <fieldset className="space-y-3">
      <legend className="font-bold">{legend}</legend>
      {parts.map((part) => (
        <CheckboxField
          key={part}
          field={fields[part]}
          label={partWords[part].label}
          hint={partWords[part].about}
          isLarge
        />
      ))}
    </fieldset>
  )
  return (
    <SectionCard id="choose" title="Choose yourself">
      <ValidatedForm form={form} intent="parts" failure="We could not save this" className="mt-4 space-y-6">
        <VersionField field={fields.version} conflict={conflict} />
        {renderFields(portalParts.slice(0, TAB_PARTS), 'Tabs at the top')}
        {renderFields(portalParts.slice(TAB_PARTS), 'On the first page')}
        <div className="flex flex-wrap gap-4">
          <SaveButton conflict={conflict} submitLabel="Save" pendingLabel="Saving..." />
          {conflict && (
            // A full page load, which shows the current choice.
            <ButtonAnchor href={path} variant="secondary">
              Cancel
            </ButtonAnchor>
          )}
        </div>
      </ValidatedForm>
    </SectionCard>
  )
}
