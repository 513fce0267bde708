// Written by `npm run generate` from the folders of the areas. Do not edit.

/** The webhook events of each area. */
export const eventAreas = {};
