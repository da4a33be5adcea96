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

/** Scenes that show an idea without a symbol. */
export const scenes: Partial<Record<ActivitySymbolName | IdeaSymbolName, Scene>> = {
  house: scene('centre', 110, 40, 560),
  people: scene('bus', 380, 190, 410),
  person: scene('ciara', 0, 0, 480),
  choose: scene('planning', 110, 120, 400),
  write: scene('planning', 410, 110, 390),
  phone: scene('front-desk', 430, 110, 370),
  ramp: scene('centre', 440, 260, 340),
  walk: scene('hero-river', 540, 290, 385),
  happy: scene('hero-river', 815, 290, 385),
  'music-choir': scene('choir', 180, 90, 440),
  art: scene('art-table', 60, 180, 420),
  'computer-skills': scene('computer-room', 90, 80, 400),
  'life-skills': scene('kitchen', 260, 100, 400),
  cooking: scene('kitchen', 260, 100, 400),
  garden: scene('garden', 320, 110, 480),
  bus: scene('bus', 0, 100, 480),
  'social-club': scene('bus', 380, 190, 410),
  drama: scene('celebration', 560, 0, 560),
  'qqi-classes': scene('celebration', 300, 20, 420),
  'self-advocacy': scene('celebration', 120, 20, 420),
}

const frame = (width: number, height: number, x = 0, y = 0) => ({ x, y, width, height })

/** The drawings' own frames, where they are not those of most. */
const frames: Partial<Record<Scene['drawing'], ReturnType<typeof frame>>> = {
  celebration: frame(1200, 600),
  centre: frame(1440, 560, -320, 40),
  ciara: frame(480, 480),
  'hero-river': frame(1200, 675),
}

export const getFrame = (drawing: Scene['drawing']) => frames[drawing] ?? frame(800, 600)

/** People for the other ideas, one after the other, each with the idea's symbol. */
export const portraits: readonly Scene[] = [
  scene('garden', 300, 110, 280),
  scene('front-desk', 30, 120, 280),
  scene('computer-room', 540, 180, 260),
  scene('kitchen', 520, 110, 270),
  scene('hero-river', 530, 300, 240),
  scene('kitchen', 70, 130, 270),
  scene('art-table', 520, 90, 280),
]
