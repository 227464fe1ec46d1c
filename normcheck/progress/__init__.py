"""The way to a title: norms of several events and ratings, laid beside what an application asks."""
