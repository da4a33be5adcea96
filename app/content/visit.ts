// The invitation at the end of Home, About and Activities.

export const visit: { heading: string; text: string; link: string } = {
  heading: 'Come and see us',
  text: 'Have a cup of tea, look around and meet the tutors. Bring someone with you if you like.',
  link: 'Arrange a visit',
}
