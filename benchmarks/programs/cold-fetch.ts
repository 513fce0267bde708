/** The shortest program with an answer. */
export {};

const response = await fetch(`${process.argv[2]}/2025-10-13/cards/Card:7c1e`);
const card = (await response.json()) as { readonly id: string };
console.log(card.id);
process.exit(0);
