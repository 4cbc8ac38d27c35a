export const proposalHref = (id: string): string => `/proposal?id=${encodeURIComponent(id)}`;
