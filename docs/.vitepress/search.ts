/** How the index is searched: a title counts more than text, and typing errors are forgiven. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
} as const;
