/** What each drawn symbol (ui/activity-symbols.svg) shows: first those of the website's first activities, then what other days have. */
export const activitySymbols = {
  'active-healthy-me': 'Active Healthy Me',
  'online-safety': 'Online Safety',
  'music-choir': 'Music & Choir',
  'digital-photography': 'Digital Photography',
  drama: 'Drama',
  'literacy-numeracy': 'Literacy & Numeracy',
  'computer-skills': 'Computer Skills',
  'self-advocacy': 'Self Advocacy',
  'thinking-skills': 'Thinking Skills',
  'social-club': 'Social Club',
  'book-club': 'Book Club',
  art: 'Art',
  'life-skills': 'Life Skills',
  'money-management': 'Money Management',
  'qqi-classes': 'QQI Classes',
  'work-experience': 'Work Experience',
  lunch: 'Lunch',
  'tea-break': 'Tea break',
  garden: 'Garden',
  cooking: 'Cooking',
  bus: 'Bus',
  walk: 'Walk',
}

export type ActivitySymbolName = keyof typeof activitySymbols
