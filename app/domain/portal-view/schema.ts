import { z } from 'zod'
import { checkbox, choiceOf, openedVersion } from '~/domain/rules'
import { type PortalPart, portalParts, portalPresets } from './parts'

const NO_PRESET = 'Please choose one of these.'

/** The parts that a student sees. */
export const partsShown = z.object(
  Object.fromEntries(portalParts.map((part) => [part, checkbox()])) as Record<PortalPart, ReturnType<typeof checkbox>>,
)

/** 'Choose yourself'. */
export const partsForm = partsShown.extend({ version: openedVersion() })
export type PartsForm = z.output<typeof partsForm>

/** One press. */
export const presetForm = z.object({ preset: choiceOf(portalPresets, NO_PRESET), version: openedVersion() })
