// Parts of our drawings with people, for Easy Read.

import type { ActivitySymbolName } from './activity-symbols'
import type { drawings } from './drawings'
import type { IdeaSymbolName } from './idea-symbols'

/** A square part of a drawing: its left edge, upper edge and size, in the drawing's units. */
export interface Scene {
  drawing: keyof typeof drawings
  left: number
  top: number
  size: number
}

const scene = (drawing: Scene['drawing'], left: number, top: number, size: number): Scene => ({
  drawing,
  left,
  top,
  size,
})

/**
 * Scenes that show an idea without a symbol. None is of the whole house, which differs in each centre. A page of six drawings would exceed
 * its 30 kB (routes/html.test.ts).
 */
export const scenes: Partial<Record<ActivitySymbolName | IdeaSymbolName, Scene>> = {
  people: scene('centre', 0, 270, 320),
  ramp: scene('centre', 440, 260, 340),
  person: scene('ciara', 0, 0, 480),
  choose: scene('planning', 110, 120, 400),
  write: scene('planning', 410, 110, 390),
  phone: scene('front-desk', 430, 110, 370),
  'music-choir': scene('choir', 180, 90, 440),
  art: scene('art-table', 60, 180, 420),
  garden: scene('garden', 320, 110, 480),
  bus: scene('bus', 0, 100, 480),
  'qqi-classes': scene('celebration', 300, 20, 420),
}

const frame = (width: number, height: number, x = 0, y = 0) => ({ x, y, width, height })

/** The drawings' own frames, where they are not those of most. */
const frames: Partial<Record<Scene['drawing'], ReturnType<typeof frame>>> = {
  celebration: frame(1200, 600),
  centre: frame(1440, 560, -320, 40),
  ciara: frame(480, 480),
}

export const getFrame = (drawing: Scene['drawing']) => frames[drawing] ?? frame(800, 600)

/** People for the other ideas, one after the other, each with the idea's symbol. */
export const portraits: readonly Scene[] = [
  scene('front-desk', 30, 120, 280),
  scene('planning', 130, 120, 270),
  scene('planning', 430, 110, 270),
]
