// Members and plans are in the database.

export const directorsContent = {
  intro: {
    heading: 'Directors',
    text:
      'The directors of {shortName} are not paid. They meet every second month, look after the money and make sure that ' +
      'we keep our word.',
  },
  search: {
    description: 'The people who lead our charity as volunteers, those who did before, and our plans and reports.',
  },
}
