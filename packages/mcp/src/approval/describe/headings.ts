/** The headings of what not only the service says: the first lines, and what a call changes. */
export const BRIEF = 'In short';
export const CHANGES = 'Changes';
