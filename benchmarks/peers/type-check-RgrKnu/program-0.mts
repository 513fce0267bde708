export const limit: number = 42;
