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

const createScene = (drawing: Scene['drawing'], left: number, top: number, size: number): Scene => ({
  drawing,
  left,
  top,
  size,
})

/**
 * Scenes that show an idea without a symbol. None shows a whole building, since each centre looks different. More than five
 * drawings would make a page larger than 30 kB (routes/html.slow.test.ts).
 */
export const scenes: Partial<Record<ActivitySymbolName | IdeaSymbolName, Scene>> = {
  people: createScene('centre', 0, 270, 320),
  ramp: createScene('centre', 440, 260, 340),
  person: createScene('ciara', 0, 0, 480),
  choose: createScene('planning', 110, 120, 400),
  write: createScene('planning', 410, 110, 390),
  phone: createScene('front-desk', 430, 110, 370),
  'music-choir': createScene('choir', 180, 90, 440),
  art: createScene('art-table', 60, 180, 420),
  garden: createScene('garden', 320, 110, 480),
  bus: createScene('bus', 0, 100, 480),
  'qqi-classes': createScene('celebration', 300, 20, 420),
}

const createFrame = (width: number, height: number, x = 0, y = 0) => ({ x, y, width, height })

/** Frames of drawings that differ from the usual 800 by 600 units. */
const frames: Partial<Record<Scene['drawing'], ReturnType<typeof createFrame>>> = {
  celebration: createFrame(1200, 600),
  centre: createFrame(1440, 560, -320, 40),
  ciara: createFrame(480, 480),
}

export const getFrame = (drawing: Scene['drawing']) => frames[drawing] ?? createFrame(800, 600)

/** Portraits for ideas without a scene, used in turn, each with the idea's symbol. */
export const portraits: readonly Scene[] = [
  createScene('front-desk', 30, 120, 280),
  createScene('planning', 130, 120, 270),
  createScene('planning', 430, 110, 270),
]
