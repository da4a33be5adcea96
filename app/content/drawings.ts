/** Our drawings (public/pictures) with their alt texts, '' for decoration. They fit any centre. */
export const drawings = {
  'art-table': 'Two people paint at a big table while a third shows a picture on an easel.',
  bus: '',
  celebration: 'Students with their certificates on a stage, in front of an audience clapping and waving.',
  centre: 'A day centre: one person comes up the ramp, others arrive on foot, someone waves at the door.',
  choir: 'A choir sings: seven people of different ages with song books, one at the keyboard.',
  ciara: '',
  'computer-room': '',
  'empty-news': '',
  'empty-people': '',
  'empty-resources': '',
  'front-desk': 'A front desk: one person answers the phone, and a visitor with a stick comes in.',
  garden: '',
  'hero-river': 'Three people on the quay of a river: one walks with a stick, one uses a wheelchair, one waves.',
  kitchen: '',
  outing: 'Four people on a path by a river: one uses a wheelchair, one has a white stick.',
  planning:
    'A woman chooses picture cards for her plan: home, music, garden and bus. A tutor sits beside her and writes.',
} as const

/** Drawings with a version for wide windows, NAME-wide.svg, whose sky is the page's background. */
export const wideDrawings: readonly string[] = ['centre', 'hero-river']
